import { readFileSync } from 'node:fs'
import type { TlsIdentity } from './serve.js'

/** Test certificates from `openssl ca -selfsign` with one P-256 key, which protects nothing. No system trusts them. */
function identity(name: string): TlsIdentity {
  const [key = '', cert = ''] = ['key', name].map((file) =>
    readFileSync(new URL(`certificates/${file}.pem`, import.meta.url), 'utf8'),
  )
  return { key, cert }
}

/** Self-signed, for `localhost` and 127.0.0.1, until 2124. */
export const selfSigned = identity('self-signed')

/** Like `selfSigned`, but expired in February 2020. */
export const expired = identity('expired')

/** Self-signed, for `other.example`, until 2124. */
export const otherHost = identity('other-host')
