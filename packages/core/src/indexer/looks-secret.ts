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
  /<private>[^]*?(?:<\/private>|$)/giu,
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]+-----|$)/gu,
  /\bPuTTY-User-Key-File-\d[^]*$/gu,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/gu,
  /\bsk-[A-Za-z0-9_-]{20,}/gu,
  /\bAIza[A-Za-z0-9_-]{35}/gu,
  /\b(?:ya29\.|GOCSPX-|pypi-|ATATT3|SG\.|dop_v1_|dckr_pat_|lin_api_|ntn_|shp(?:at|ss|ca|pa)_|whsec_|dapi|glsa_|sbp_|nvapi-|xai-|gsk_|r8_|pplx-|tskey-|hvs\.|EAAG)[A-Za-z0-9._-]{20,}/gu,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/gu,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/gu,
  /\bgithub_pat_[A-Za-z0-9_]{30,}/gu,
  /\bgl(?:pat|ptt|dt|rt)-[A-Za-z0-9_-]{20,}/gu,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}|\bxapp-\d-[A-Za-z0-9-]{10,}/gu,
  /\bhooks\.slack\.com\/services\/[A-Za-z0-9/]{20,}|\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/gu,
  /\b\d{8,10}:AA[A-Za-z0-9_-]{32,}/gu,
  /\b[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,}/gu,
  /\bhf_[A-Za-z0-9]{30,}/gu,
  /\bnpm_[A-Za-z0-9]{36}\b/gu,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/gu,
  /\b(?:Bearer|Basic|token) (?=[A-Za-z_-]*\d)[A-Za-z0-9._~+/-]{20,}=*/gu,
  /\beyJ[A-Za-z0-9_-]{10,500}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,}/gu,
]

/** `NAME_KEY=value`, `AccountKey=value` */
const assignment =
  /(?:api[-_ ]?key|account[-_]?key|secret|token|private[-_]?key|access[-_]?key|auth[-_]?key|client[-_]?key)["'`]?\s{0,3}[:=]\s{0,3}["'`]?([^\s"'`<>${};]{16,200})/giu

/** `password: value`; people choose short ones. */
const password =
  /(?:passwor[dt]|passwd|passphrase|pwd|_pass|kennwort|contraseña|mot de passe|senha|пароль|密码|パスワード|비밀번호)["'`]?\s{0,3}(?:is\b|[:=：])\s{0,3}["'`]?([^\s"'`<>${};]{6,200})/giu

/** `scheme://user:password@host` */
const credentials = /:\/\/[^\s/:@]{0,64}:([^\s/:@]{6,128})@[^\s/]/giu
const placeholders =
  /^(?:password\d*|passwd|secret|example|changeme|your[-_].*|https?:.*|[x*.…]+|[<${[(/.].*)$/iu

/** Whether a file seems to contain keys, tokens or passwords, by its name or its text. Such files never leave this machine. */
export function looksSecret(path: string, text: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return secretNames.some((pattern) => pattern.test(name)) || redactSecrets(text) !== text
}

/** Whether a key of front matter names a secret and has a value, however short. */
export function hasSecretKey(metadata: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(metadata).some(([key, value]) => {
    if (typeof value === 'object' && value !== null && hasSecretKey({ ...value })) return true
    return typeof value !== 'boolean' && (value ?? '') !== '' && isSecretProperty(key)
  })
}

/** Whether a property is a secret by its key; `pin: true` is none. */
export function isSecretProperty(key: string, value = ''): boolean {
  const name = key.replace(/(?<=[a-z])(?=[A-Z])/gu, '_')
  return secretKey.test(name) && !/^(?:true|false|yes|no|null)$/iu.test(value)
}

const secretKey =
  /(?:^|[_\s-])(?:pass(?:word|wort|wd|phrase|code)?|pw|pwd|kennwort|wachtwoord|hasło|contraseña|mot[_\s-]de[_\s-]passe|senha|пароль|密码|パスワード|비밀번호|secret|token|pin|(?:api|private|access|auth|account|wi-?fi)[_\s-]?key|(?:recovery|backup)[_\s-]?codes?|seed[_\s-]?phrase)$/iu

/** Replaces keys, tokens, passwords and `<private>` parts of a text with `[secret]`. */
export function redactSecrets(text: string): string {
  // Such a text matches none of the patterns, which take milliseconds to compile.
  if (/^[a-z\s]*$/u.test(text)) return text
  const withoutTokens = secretTexts.reduce((rest, pattern) => rest.replace(pattern, redacted), text)
  return stated.reduce(
    (rest, { pattern, isSecret }) =>
      rest.replace(pattern, (whole: string, value: string) =>
        isSecret(value) ? whole.replace(value, redacted) : whole,
      ),
    withoutTokens,
  )
}

/** Patterns whose group is a secret only if it passes a test. */
const stated = [
  { pattern: assignment, isSecret: looksGenerated },
  { pattern: password, isSecret: looksChosen },
  { pattern: credentials, isSecret: (value: string) => !placeholders.test(value) },
]

const redacted = '[secret]'

/** Generated values mix letters and digits; sentences and placeholders do not. */
function looksGenerated(value: string): boolean {
  return looksChosen(value) && /[A-Za-z]/u.test(value) && new Set(value).size >= 8
}

/** Passwords have digits or signs; words of a sentence do not. */
function looksChosen(value: string): boolean {
  return /\d|[!@#%^&*+=~]./u.test(value) && !/^(?:https?:|\/|\.)/u.test(value) && !placeholders.test(value)
}
