// People who sign in with a real browser, at an application of another origin.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { account, start } from './service.js'

const executablePath = process.env.CHROMIUM || '/usr/bin/chromium'
const skip = existsSync(executablePath) ? false : `there is no ${executablePath}`
const args = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

let service, browser, application, origin
const asked = []

before(async () => {
  if (skip) return
  service = await start()
  application = createServer((request, response) => {
    asked.push(request.url)
    response.setHeader('Content-Type', 'text/html')
    response.end(`<title>application</title><h1>Application</h1>`)
  })
  await new Promise((done) => application.listen(0, '127.0.0.1', done))
  origin = `http://localhost:${application.address().port}`
  for (const id of ['app', 'other']) {
    service.tool('client', 'add', '--redirect-uri', `${origin}/callback`, '--post-logout-uri', `${origin}/bye`, id)
  }
  browser = await chromium.launch({ executablePath, args })
})
after(async () => {
  await browser?.close()
  application?.close()
  await service?.stop()
})

// open is a browser of its own, which notes what it complains about and whom it asks.
const open = async (t, options = {}) => {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints = []
  page.on('console', (m) => m.type() === 'error' && !m.text().includes('status of 4') && complaints.push(m.text()))
  page.on('pageerror', (e) => complaints.push(String(e)))
  page.on('request', (r) => [service.url, origin].includes(new URL(r.url()).origin) || complaints.push(`asked ${r.url()}`))
  t.after(async () => {
    await context.close()
    assert.deepEqual(complaints, [])
  })
  return page
}

const authorization = (more = {}) => `${service.issuer}/protocol/openid-connect/auth?` +
  new URLSearchParams({ client_id: 'app', redirect_uri: `${origin}/callback`, response_type: 'code', scope: 'openid', state: 'st&1', ...more })

const signIn = async (page, password = account.password) => {
  await page.getByLabel('Username or e-mail').fill(account.username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

for (const javaScriptEnabled of [true, false]) {
  test(`signing in, scripts ${javaScriptEnabled ? 'on' : 'off'}`, { skip }, async (t) => {
    const page = await open(t, { javaScriptEnabled })
    await page.goto(authorization())
    assert.equal(await page.title(), 'Sign in · Docket')
    await signIn(page, 'wrong')
    await page.getByRole('alert').waitFor()
    assert.match(await page.getByRole('alert').textContent(), /username or password is wrong/)
    assert.equal(await page.getByLabel('Username or e-mail').inputValue(), account.username)
    assert.equal(await page.getByLabel('Password').inputValue(), '')
    await signIn(page)
    await page.waitForURL(`${origin}/callback?**`) // form-action lets the browser follow
    const answer = new URL(page.url()).searchParams
    assert.equal(answer.get('state'), 'st&1')
    assert.equal(answer.get('iss'), service.issuer)
    assert.ok(answer.get('code'))
  })
}

test('the page is styled and can be used by keyboard alone', { skip }, async (t) => {
  const page = await open(t)
  await page.goto(authorization({ login_hint: account.username }))
  const button = page.getByRole('button', { name: 'Sign in' })
  assert.notEqual(await button.evaluate((b) => getComputedStyle(b).borderRadius), '0px') // the policy lets our styles in
  await page.keyboard.type(account.password) // the field is focused
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/callback?**`)
})

test('a second application does not ask again, until the logout', { skip }, async (t) => {
  const page = await open(t)
  await page.goto(authorization())
  await signIn(page)
  await page.waitForURL(`${origin}/callback?**`)
  await page.goto(authorization({ client_id: 'other', prompt: 'none' }))
  assert.ok(new URL(page.url()).searchParams.get('code'))
  await page.goto(authorization().replace('/auth/realms/', '/realms/')) // the second base knows the browser too
  assert.ok(new URL(page.url()).searchParams.get('code'))
  await page.goto(authorization({ prompt: 'login' }))
  await page.getByLabel('Password').waitFor()

  await page.goto(`${service.issuer}/protocol/openid-connect/logout`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  await page.goto(authorization({ prompt: 'none' }))
  assert.equal(new URL(page.url()).searchParams.get('error'), 'login_required')
})

test('an address that is not registered is never gone to', { skip }, async (t) => {
  const page = await open(t)
  const before = asked.length
  await page.goto(authorization({ redirect_uri: `${origin}/elsewhere` }))
  assert.match(await page.getByRole('alert').textContent(), /not registered/)
  assert.equal(asked.length, before)
})

test('the sign-in page cannot be framed', { skip }, async (t) => {
  const context = await browser.newContext()
  t.after(() => context.close())
  const page = await context.newPage()
  await page.goto(`${origin}/`)
  await page.evaluate((address) => {
    const frame = document.createElement('iframe')
    frame.src = address
    document.body.append(frame)
    return new Promise((done) => frame.addEventListener('load', done))
  }, authorization())
  const framed = page.frames().find((f) => f !== page.mainFrame())
  assert.equal(await framed.getByLabel('Password').count(), 0)
})
