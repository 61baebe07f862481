/* Names as git hosts and secret scanners list them; token formats as the services document them. */

const secretNames = [
  /^\.env(?:\.|$)/u,
  /\.env$/u,
  /^\.(?:netrc|npmrc|pypirc|pgpass|git-credentials|htpasswd)$/u,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|asc|gpg)$/u,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/u,
  /^(?:credentials?|secrets?|passwords?)(?:\.[^.]+)?$/u,
  // Notes about tokens are common, so only data formats count.
  /^(?:api[-_]?keys?|tokens?)(?:\.(?:txt|json|ya?ml|toml|ini|cfg|csv))?$/u,
]

const secretTexts = [
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/u,
  /\bsk-[A-Za-z0-9_-]{20,}/u,
  /\bAIza[A-Za-z0-9_-]{35}/u,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/u,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/u,
  /\bgithub_pat_[A-Za-z0-9_]{30,}/u,
  /\bglpat-[A-Za-z0-9_-]{20,}/u,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/u,
  /\bhf_[A-Za-z0-9]{30,}/u,
  /\bnpm_[A-Za-z0-9]{36}\b/u,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/u,
  /\bBearer [A-Za-z0-9._~+/-]{20,}/u,
  /\beyJ[A-Za-z0-9_-]{10,500}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10}/u,
]

/** `NAME_KEY=value`, `password: value` */
const assignment =
  /(?:api[-_]?key|secret|token|password|passwd|_pass|private[-_]?key|access[-_]?key)["'`]?\s{0,3}[:=]\s{0,3}["'`]?([^\s"'`<>${}]{16,200})/giu

/** `scheme://user:password@host` */
const credentials = /:\/\/[^\s/:@]{1,64}:([^\s/:@]{6,128})@[^\s/]/giu
const placeholders = /^(?:password|passwd|secret|example|changeme|[x*.…]+|[<${[].*)$/iu

/** Whether a file seems to contain keys, tokens or passwords, by its name or its text. Such files never leave this machine. */
export function looksSecret(path: string, text: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return (
    secretNames.some((pattern) => pattern.test(name)) ||
    secretTexts.some((pattern) => pattern.test(text)) ||
    Array.from(text.matchAll(assignment)).some(([, value = '']) => looksGenerated(value)) ||
    Array.from(text.matchAll(credentials)).some(([, password = '']) => !placeholders.test(password))
  )
}

/** Generated values mix letters and digits; sentences and placeholders do not. */
function looksGenerated(value: string): boolean {
  return (
    /\d/u.test(value) &&
    /[A-Za-z]/u.test(value) &&
    !/^(?:https?:|\/|\.)/u.test(value) &&
    new Set(value).size >= 8
  )
}
