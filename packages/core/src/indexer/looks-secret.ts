import { redactSecrets } from './redact-secrets.js'

/* Names as git hosts and secret scanners list them. */

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
