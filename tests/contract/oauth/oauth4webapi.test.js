// oauth4webapi, untouched, against the service: what openid-client does for its users, step by step.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { signIn, start } from './service.js'

const callback = 'https://app.example/callback'
const insecure = { [oauth.allowInsecureRequests]: true }
let service, server, authentication
const app = { client_id: 'app' }

before(async () => {
  service = await start()
  authentication = oauth.ClientSecretPost(service.tool('client', 'add', '--redirect-uri', callback, 'app'))
  const issuer = new URL(service.issuer)
  server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oidc' }))
})
after(() => service?.stop())

const authorize = async (parameters) => {
  const address = new URL(server.authorization_endpoint)
  for (const [name, value] of Object.entries({ client_id: 'app', redirect_uri: callback, response_type: 'code', scope: 'openid', ...parameters })) {
    address.searchParams.set(name, value)
  }
  return signIn(address)
}

test('a code, with all that can be checked', async () => {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const nonce = oauth.generateRandomNonce()
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  const answer = await authorize({ state, nonce, code_challenge: challenge, code_challenge_method: 'S256', max_age: '60' })
  assert.equal(answer.searchParams.get('iss'), service.issuer)
  const checked = oauth.validateAuthResponse(server, app, answer, state) // iss of RFC 9207 among it
  const response = await oauth.authorizationCodeGrantRequest(server, app, authentication, checked, callback, verifier, insecure)
  const tokens = await oauth.processAuthorizationCodeResponse(server, app, response, { expectedNonce: nonce, maxAge: 60, requireIdToken: true })
  await oauth.validateApplicationLevelSignature(server, response, insecure)

  const request = new Request(new URL('/api/users', service.url), { headers: { authorization: `Bearer ${tokens.access_token}` } })
  const claims = await oauth.validateJwtAccessToken(server, request, 'docket', insecure) // RFC 9068
  assert.equal(claims.client_id, 'app')
  assert.equal((await fetch(request)).status, 200)

  const info = await oauth.userInfoRequest(server, app, tokens.access_token, insecure)
  const subject = oauth.getValidatedIdTokenClaims(tokens).sub
  assert.equal((await oauth.processUserInfoResponse(server, app, subject, info)).sub, subject)

  const refreshed = await oauth.processRefreshTokenResponse(server, app,
    await oauth.refreshTokenGrantRequest(server, app, authentication, tokens.refresh_token, insecure))
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, app, authentication, refreshed.refresh_token, insecure))
  await assert.rejects(async () => oauth.processRefreshTokenResponse(server, app,
    await oauth.refreshTokenGrantRequest(server, app, authentication, refreshed.refresh_token, insecure)), { error: 'invalid_grant' })
})

test('a code that is used twice', async () => {
  const answer = await authorize({ state: 's' })
  const checked = oauth.validateAuthResponse(server, app, answer, 's')
  const redeem = async () => oauth.processAuthorizationCodeResponse(server, app,
    await oauth.authorizationCodeGrantRequest(server, app, authentication, checked, callback, oauth.nopkce, insecure))
  const tokens = await redeem()
  await assert.rejects(redeem, { error: 'invalid_grant' })
  await assert.rejects(async () => oauth.processRefreshTokenResponse(server, app,
    await oauth.refreshTokenGrantRequest(server, app, authentication, tokens.refresh_token, insecure)), { error: 'invalid_grant' })
})

test('an error on the way back', async () => {
  const answer = await authorize({ prompt: 'none', state: 's' })
  assert.throws(() => oauth.validateAuthResponse(server, app, answer, 's'), { error: 'login_required' })
})
