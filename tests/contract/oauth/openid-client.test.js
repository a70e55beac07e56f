// openid-client, untouched, against the service.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as client from 'openid-client'
import { account, signIn, start } from './service.js'

const callback = 'https://app.example/callback'
let service, secret, insecure

before(async () => {
  service = await start()
  secret = service.tool('client', 'add', '--redirect-uri', callback, '--post-logout-uri', 'https://app.example/bye', '--password-grant', 'app')
  service.tool('client', 'add', '--public', '--redirect-uri', callback, 'phone')
  insecure = { execute: [client.allowInsecureRequests] }
})
after(() => service?.stop())

const flow = async (config, more = {}) => {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const authorization = client.buildAuthorizationUrl(config, { redirect_uri: callback, scope: 'openid profile email', state, nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256', ...more })
  const answer = await signIn(authorization)
  return client.authorizationCodeGrant(config, answer, { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true })
}

for (const [name, authentication] of [['form', client.ClientSecretPost], ['Basic', client.ClientSecretBasic]]) {
  test(`a client with a secret, by ${name}`, async () => {
    const config = await client.discovery(new URL(service.issuer), 'app', undefined, authentication(secret), insecure)
    const tokens = await flow(config)
    assert.equal(tokens.expires_in, 3600) // of a demo; 300 of others
    assert.equal(tokens.refresh_expires_in, 1800)
    assert.equal(tokens.refresh_expries_in, 1800)
    assert.equal(tokens.claims().preferred_username, account.username)
    const info = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)
    assert.equal(info.preferred_username, account.username)
    const users = await client.fetchProtectedResource(config, tokens.access_token, new URL('/api/users?username=demo', service.url), 'GET')
    assert.equal((await users.json()).users[0].id, tokens.claims().sub)
    const next = await client.refreshTokenGrant(config, tokens.refresh_token)
    assert.notEqual(next.refresh_token, tokens.refresh_token)
    await client.tokenRevocation(config, next.refresh_token)
    await assert.rejects(client.refreshTokenGrant(config, next.refresh_token), { error: 'invalid_grant', status: 400 })
    await assert.rejects(client.fetchUserInfo(config, next.access_token, tokens.claims().sub), (e) => e instanceof client.WWWAuthenticateChallengeError)
  })
}

test('a public client', async () => {
  const config = await client.discovery(new URL(service.issuer), 'phone', undefined, client.None(), insecure)
  const tokens = await flow(config)
  assert.ok((await client.refreshTokenGrant(config, tokens.refresh_token)).access_token)
})

test('a refresh token that is used twice at once gives the same successor', async () => {
  const config = await client.discovery(new URL(service.issuer), 'app', secret, undefined, insecure)
  const tokens = await flow(config)
  const other = await Promise.all([1, 2].map(() => client.refreshTokenGrant(config, tokens.refresh_token))) // threads that share it
  assert.equal(other[0].refresh_token, other[1].refresh_token)
  service.tool('workspace', 'set', '--refresh-grace', '0s', 'demo')
})

test('a refresh token that is used twice ends its session, without grace', async () => {
  const config = await client.discovery(new URL(service.issuer), 'app', secret, undefined, insecure)
  const tokens = await flow(config)
  const next = await client.refreshTokenGrant(config, tokens.refresh_token)
  await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token), { error: 'invalid_grant' })
  await assert.rejects(client.refreshTokenGrant(config, next.refresh_token), { error: 'invalid_grant' })
})

test('usernames and passwords', async () => {
  const config = await client.discovery(new URL(service.issuer), 'app', secret, undefined, insecure)
  const tokens = await client.genericGrantRequest(config, 'password', { ...account, scope: 'openid' })
  assert.ok(tokens.id_token)
  await assert.rejects(client.genericGrantRequest(config, 'password', { ...account, password: 'wrong' }), (e) => {
    assert.ok(e instanceof client.ResponseBodyError) // no challenge hides the error
    assert.equal(e.error, 'invalid_grant')
    assert.equal(e.status, 400)
    return true
  })
  const phone = await client.discovery(new URL(service.issuer), 'phone', undefined, client.None(), insecure)
  await assert.rejects(client.genericGrantRequest(phone, 'password', account), { error: 'unauthorized_client' })
})

test('what cannot be is told', async () => {
  const wrong = await client.discovery(new URL(service.issuer), 'app', 'wrong', undefined, insecure)
  await assert.rejects(flow(wrong), (e) => e instanceof client.WWWAuthenticateChallengeError || e.error === 'invalid_client')
  const config = await client.discovery(new URL(service.issuer), 'app', secret, undefined, insecure)
  await assert.rejects(flow(config, { prompt: 'none' }), { error: 'login_required' })
  await assert.rejects(flow(config, { response_type: 'token' }), { error: 'unsupported_response_type' })
  await assert.rejects(flow(config, { code_challenge_method: 'plain' }), { error: 'invalid_request' })
})

test('logout', async () => {
  const config = await client.discovery(new URL(service.issuer), 'app', secret, undefined, insecure)
  const tokens = await flow(config)
  const end = client.buildEndSessionUrl(config, { id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://app.example/bye', state: 's' })
  const answer = await fetch(end, { redirect: 'manual' })
  assert.equal(answer.status, 302)
  assert.equal(answer.headers.get('location'), 'https://app.example/bye?state=s')
  await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token), { error: 'invalid_grant' })
})

test('keys that are rotated', async () => {
  service.tool('workspace', 'set', '--algorithm', 'ES256', 'demo')
  const algorithm = (token) => JSON.parse(Buffer.from(token.split('.')[0], 'base64url')).alg
  const deadline = Date.now() + 60_000
  for (let signed; signed !== 'ES256';) { // the new key signs once every process knows it
    assert.ok(Date.now() < deadline, `still ${signed}`)
    const config = await client.discovery(new URL(service.issuer), 'app', secret, undefined, insecure)
    client.enableNonRepudiationChecks(config) // every ID token is held against the published keys
    signed = algorithm((await flow(config)).id_token)
  }
})
