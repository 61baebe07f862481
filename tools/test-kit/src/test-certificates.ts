import { readFileSync } from 'node:fs'
import type { TlsIdentity } from './serve.js'

/** Made for tests by `openssl ca -selfsign` with one P-256 key, which guards nothing. No system trusts them. */
function identity(name: string): TlsIdentity {
  const [key = '', cert = ''] = ['key', name].map((file) =>
    readFileSync(new URL(`certificates/${file}.pem`, import.meta.url), 'utf8'),
  )
  return { key, cert }
}

/** Signed by itself, for `localhost` and 127.0.0.1, until 2124. */
export const selfSigned = identity('self-signed')

/** As `selfSigned`, but ended in February 2020. */
export const expired = identity('expired')

/** Signed by itself, for `other.example`, until 2124. */
export const otherHost = identity('other-host')
