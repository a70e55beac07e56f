// What can go wrong, as errors. All are a DocketError.
import type { components } from './contract.js';

/** Any failure that this package reports. */
export class DocketError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** One fault of a request. */
export type Fault = components['schemas']['RequestFault'];

/** A refusal of the service; its message is the service's sentence. */
export class ApiError extends DocketError {
  /**
   * @param status that of HTTP
   * @param code names the failure for programs, '' where the service gave none
   * @param field what is at fault: a JSON pointer or the name of a parameter, '' where nothing is
   * @param requestId finds the request in the log of the service
   * @param faults all that were found
   */
  constructor(
    message: string,
    readonly status: number,
    readonly code = '',
    readonly field = '',
    readonly requestId = '',
    readonly faults: readonly Fault[] = [],
  ) {
    super(message);
  }
}

/** 401: the token is missing, has ended, or is not taken. */
export class NotSignedIn extends ApiError {}
/** 403: the account may not do this. */
export class AccessDenied extends ApiError {}
/** 404: it does not exist, or the account may not know of it. */
export class NotFound extends ApiError {}
/** 409: what is there contradicts the request. */
export class Conflict extends ApiError {}
/** 412: the record is no longer the one that If-Match names. */
export class Changed extends ApiError {}
/** 429, after all retries. */
export class TooManyRequests extends ApiError {}
/** 503, after all retries. */
export class Unavailable extends ApiError {}

/** A refusal of an authorization server (RFC 6749, section 5.2); code is its error. */
export class SignInError extends DocketError {
  constructor(readonly code: string, description = '') {
    super(description ? `${description} (${code})` : code);
  }
}

/** A file could not be processed; service names the step. */
export class ProcessingFailed extends DocketError {
  constructor(cause: string, readonly service: string) {
    super(`${cause} (${service})`);
  }
}

/** A package could not be made. */
export class PackageFailed extends DocketError {}
/** What came has other bytes than the service has. Fetching it again may help. */
export class DigestMismatch extends DocketError {}
/** What was waited for did not happen in time. It may happen still. */
export class WaitTimeout extends DocketError {}
/** A delivery is not from the service, is too old, or was changed on its way. */
export class WebhookError extends DocketError {}

const ofStatus: Record<number, typeof ApiError> = {
  401: NotSignedIn, 403: AccessDenied, 404: NotFound, 409: Conflict, 412: Changed, 429: TooManyRequests, 503: Unavailable,
};

/** Returns the error of an answer, whose body it reads. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const kind = ofStatus[answer.status] ?? ApiError;
  const header = answer.headers.get('X-Request-Id') ?? '';
  const general = `The service answers with status ${answer.status}`;
  let body: Partial<components['schemas']['ErrorBody']> | null = null;
  try {
    body = JSON.parse(await answer.text());
  } catch {
    // a proxy between may answer with a page
  }
  if (body === null || typeof body !== 'object') return new kind(general, answer.status, '', '', header);
  return new kind(body.message ?? general, answer.status, body.code ?? '', body.field ?? '', body.requestId ?? header, body.errors ?? []);
}
