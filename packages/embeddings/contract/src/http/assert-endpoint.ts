import { EmbeddingError } from '../errors.js'
import { hostKind } from './host-kind.js'

/** What a base URL may be. */
export interface EndpointOptions {
  /** Allows `http:` for hosts other than this machine; default false. */
  readonly allowHttp?: boolean | undefined
}

/**
 * The base URL of a provider, if texts and keys may be sent there: `https:` to any host, `http:` to this machine
 * (`localhost`, 127.0.0.0/8, `::1`) or where it is allowed; never with a name or a password, and never
 * to an unspecified, link-local or metadata address, however it is written.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`; the message names the host at the most, never the URL
 */
export function assertEndpoint(baseUrl: string, { allowHttp = false }: EndpointOptions = {}): URL {
  if (baseUrl.includes('${')) throw refused('holds a ${…} that was not replaced; set that variable')
  if (!URL.canParse(baseUrl)) throw refused('is not a URL; write it like https://api.example.com/v1')
  const url = new URL(baseUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused(`begins with ${url.protocol}; write one that begins with https://`)
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('holds a user name or password; take it out, and give the key as the key')
  }
  refuseHost(url, allowHttp)
  return url
}

function refuseHost({ protocol, hostname }: URL, allowHttp: boolean): void {
  const kind = hostKind(hostname)
  if (kind === 'forbidden') {
    throw refused(`leads to ${hostname}, an address that no provider has; write the address of the provider`)
  }
  if (protocol === 'http:' && kind !== 'loopback' && !allowHttp) {
    throw refused(
      `would send texts and keys to ${hostname} unencrypted; write https://, or allow http for this provider`,
    )
  }
}

function refused(why: string): EmbeddingError {
  return new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', `The base URL ${why}.`)
}
