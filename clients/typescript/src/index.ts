export { clientCredentials, fixedToken, type Credentials, type Fetch, type TokenSource } from './auth.js';
export { Docket, type Answer, type Arguments, type DossierRef, type FileRef, type Options, type Patience } from './client.js';
export type { components, operations, paths } from './contract.js';
export {
  AccessDenied, ApiError, Changed, Conflict, DigestMismatch, DocketError, NotFound, NotSignedIn, PackageFailed, ProcessingFailed,
  SignInError, TooManyRequests, Unavailable, WaitTimeout, WebhookError, type Fault,
} from './errors.js';
export { tolerance, verifyWebhook, type WebhookHeaders, type WebhookOptions } from './webhooks.js';
