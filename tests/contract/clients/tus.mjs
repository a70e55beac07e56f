// An upload by parts through tus-js-client: it breaks off within a part, and goes on from what the service has.
import { equal, deepEqual, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Upload } from 'tus-js-client'

const { DOCKET_URL: base, DOCKET_TOKEN: token, DOCKET_TEMPLATE: template, DOCKET_SAMPLE: sample } = process.env
const headers = { Authorization: `Bearer ${token}` }

const ask = async (path, body) => {
  const answer = await fetch(base + path, body && { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) } || { headers })
  ok(answer.ok, `${path}: ${answer.status}`)
  return answer
}

const dossiers = `/api/dossier-templates/${template}/dossiers`
const dossier = `${dossiers}/${(await (await ask(dossiers, { name: `tus-js ${Date.now()}` })).json()).id}`
const content = readFileSync(sample)
const options = {
  endpoint: `${base}${dossier}/uploads`, headers, chunkSize: 1000, retryDelays: null,
  metadata: { filename: basename(sample), filetype: 'application/pdf' }
}

// send uploads until all is there, or stops within the part that follows so many bytes.
const send = (more, stopAt) => new Promise((resolve, reject) => {
  const upload = new Upload(content, {
    ...options, ...more, onError: reject, onSuccess: () => resolve(upload),
    onProgress: (sent) => stopAt && sent > stopAt && upload.abort().then(() => resolve(upload), reject)
  })
  upload.start()
})

const first = await send({}, 2000)
ok(first.url, 'the upload has an address')
const has = await fetch(first.url, { method: 'HEAD', headers: { ...headers, 'Tus-Resumable': '1.0.0' } })
const offset = Number(has.headers.get('Upload-Offset'))
ok(offset >= 2000 && offset < content.length, `the service has ${offset} bytes`)
deepEqual((await (await ask(`${dossier}/files`)).json()).fileStatus, [])

await send({ uploadUrl: first.url })
const files = (await (await ask(`${dossier}/files`)).json()).fileStatus
deepEqual(files.map((f) => f.filename), [basename(sample)])
equal(Buffer.compare(Buffer.from(await (await ask(`${dossier}/files/${files[0].id}/content`)).arrayBuffer()), content), 0)
console.log(`tus-js-client: broke off at ${offset}, and went on`)
