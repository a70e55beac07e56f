// A real service with the data of its demo, on a free port, for clients that others wrote.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

export const account = { username: 'demo', password: 'Docket-demo-1' }

const freePort = () =>
  new Promise((done, failed) => {
    const s = createServer().once('error', failed)
    s.listen(0, '127.0.0.1', () => {
      const { port } = s.address()
      s.close(() => done(port))
    })
  })

// binary is the one that DOCKET_BIN names, or a new one.
const binary = (folder) => {
  if (process.env.DOCKET_BIN) return process.env.DOCKET_BIN
  const file = join(folder, 'docket')
  execFileSync(process.env.GO || 'go', ['build', '-trimpath', '-o', file, './cmd/docket'], { cwd: root, stdio: 'inherit' })
  return file
}

// start serves a demo; the answer has its address, its issuer, what runs its
// command-line tools beside it, and what stops it.
export const start = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-oauth-'))
  const docket = binary(folder)
  const data = join(folder, 'data')
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(docket, ['serve', '--demo', '--data', data, '--listen', new URL(url).host, '--admin-listen', '',
    '--public-url', url, '--sign-in-rate', '0'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const ended = new Promise((done) => child.once('exit', done))
  const ready = new Promise((done) => child.stdout.on('data', (text) => (said += text).includes('A tour') && done(true)))
  child.stderr.on('data', (text) => (said += text))
  if ((await Promise.race([ready, ended])) !== true) throw new Error(`the service ended: ${said}`)
  return {
    url,
    issuer: `${url}/auth/realms/demo`,
    tool: (...args) => execFileSync(docket, [...args.slice(0, 2), '--data', data, ...args.slice(2)], { cwd: root, encoding: 'utf8' }).trim(),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// signIn goes through the sign-in page as a browser without scripts does, and gives
// the address that it is sent to at the end.
export const signIn = async (authorization, { username, password } = account) => {
  const page = await fetch(authorization, { redirect: 'manual' })
  if (page.status === 302) return new URL(page.headers.get('location'))
  const form = /<form method="post" action="([^"]+)"/.exec(await page.text())
  const action = new URL(form[1].replace(/&#(\d+);/g, (_, n) => String.fromCharCode(n)).replaceAll('&amp;', '&'), authorization)
  const answer = await fetch(action, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ username, password }) })
  if (answer.status !== 302) throw new Error(`the sign-in page answers ${answer.status}`)
  return new URL(answer.headers.get('location'))
}
