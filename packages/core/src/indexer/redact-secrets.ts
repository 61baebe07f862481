import { secretFormats } from './secret-formats.js'

const redacted = '[secret]'

/**
 * Replaces keys, tokens, passwords and `<private>` parts of a text with `[secret]`. The number of lines stays the same. A secret has a
 * documented format, or the name, header or address of one, or is a long random text. Takes linear time. All repetitions are bounded,
 * because V8 has a stack of limited size for them.
 */
export function redactSecrets(text: string): string {
  // Such a text matches none of the patterns, which take milliseconds to compile.
  if (/^[a-z\s]*$/u.test(text)) return text
  const withoutFormats = secretFormats.reduce((rest, pattern) => rest.replace(pattern, masked), text)
  const withoutNamed = statements.reduce(
    (rest, { pattern, isSecret }) =>
      rest.replace(pattern, (whole: string, secret: string) =>
        isSecret(secret) ? replaceLast(whole, secret) : whole,
      ),
    withoutFormats,
  )
  return withoutNamed.replace(longRun, (run, offset: number) =>
    isRandom(run) && !isPublic(run, withoutNamed.slice(Math.max(0, offset - maxBefore), offset))
      ? redacted
      : run,
  )
}

const masked = (secret: string): string => redacted + '\n'.repeat(secret.split('\n').length - 1)

function replaceLast(whole: string, secret: string): string {
  const start = whole.lastIndexOf(secret)
  return whole.slice(0, start) + masked(secret) + whole.slice(start + secret.length)
}

/** The signs between a name and its value, also in JSON inside of JSON, and what a value may consist of. */
const between = String.raw`[\\"'\x60\])]{0,3}\s{0,3}(?:[:=：]|=>|:=|\?=|(?<!=)>|(?<=[\x22']),(?=\s?[\x22']))\s{0,3}[\\"'\x60]{0,2}`
const value = String.raw`(?!\/\/)((?<=[\x22'])[^\s\x22'\x60\\]{16,65536}(?=[\x22'])|[^\s\x22'\x60<>\\(){}\[\];,&|?]{16,65536})`

const passwordNames =
  'passwor[dt]|passwd|passphrase|pwd|[-_]pass|psk|kennwort|contraseña|mot de passe|senha|пароль|密码|パスワード|비밀번호'

const keyNames =
  '(?:api|access|account|app|auth|client|deploy|encryption|host|license|master|private|shared|sign(?:ing)?|storage|service)[-_. ]?key|[A-Z\\d]_KEY|salt|secret|token|credential|session|cookie|[-_.]sid|sig|signature|seed|totp|otp|jwt|auth|[-_]dsn|[-_]pat|[?&]key'

/** Patterns whose group is a secret if it passes a test. */
const statements: readonly { readonly pattern: RegExp; readonly isSecret: (value: string) => boolean }[] = [
  { pattern: new RegExp(`(?:${keyNames})[\\w-]{0,16}${between}${value}`, 'giu'), isSecret: looksGenerated },
  {
    pattern: new RegExp(
      String.raw`(?:${passwordNames})[\w-]{0,16}(?:${between}|\s{1,3}is\s{1,3}["'\x60]?)((?:[^\s"'\x60<>\\$\{\};]|\$(?![\{(])){6,65536})`,
      'giu',
    ),
    isSecret: looksChosen,
  },
  // `scheme://user:password@host`
  {
    pattern: /:\/\/[^\s/:@]{0,64}:([^\s/:@]{6,128})@[^\s/]/giu,
    isSecret: (text) => !placeholders.test(text),
  },
  {
    pattern:
      /\b(?:Bearer|Basic|token|AUTH PLAIN|AUTH LOGIN) +((?=[\w-]{0,200}\d)[\w.~+/-]{20,65536}={0,4})/giu,
    isSecret: () => true,
  },
  {
    pattern: /\bauthorization["'\\]{0,2}\s?[:=]\s?["'\\]{0,2}[a-z][\w-]{0,20} +([\w.~+/=:-]{16,65536})/giu,
    isSecret: looksGenerated,
  },
  // Command lines, and the files .netrc and .pgpass
  {
    pattern:
      /(?<!\S)--?(?:[a-z]{1,20}-)?(?:password|passwd|pass|passphrase|token|secret|api-?key|key) ["']?([^\s"'`<>$]{6,65536})/giu,
    isSecret: looksChosen,
  },
  {
    pattern:
      /(?<!\S)(?:-u|--user|sshpass -p|docker login [^\n|]{0,120}-p)[ =]["']?(?:[^\s:"']{1,64}:)?([^\s:"'$<>]{6,65536})/giu,
    isSecret: looksChosen,
  },
  {
    pattern: /\b(?:login\s{1,4}\S{1,80}\s{1,4}password|bindpw)\s{1,4}(\S{4,65536})/giu,
    isSecret: (text) => !placeholders.test(text),
  },
  {
    pattern: /^[\w.*-]{1,80}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:(\S{4,65536})$/gmu,
    isSecret: looksChosen,
  },
  { pattern: /\becho ["']?([^\s"']{4,65536})["']? ?\| ?sudo -S/gu, isSecret: () => true },
  { pattern: /\bWIFI:[^\n]{0,100}?\bP:([^\s;]{4,65536})/gu, isSecret: () => true },
  // Seeds of one-time passwords in groups, recovery codes, and phrases of wallets
  {
    pattern:
      /\b(?:recovery|backup)[ _-]codes?\b["']?:?\s{0,3}((?:(?=[a-z-]{0,10}\d)[a-z\d]{4,10}(?:-[a-z\d]{4,10}){0,5}[\s,]{0,3}){1,20})/giu,
    isSecret: () => true,
  },
  {
    pattern:
      /\b(?:seed|totp|otp|2fa|mfa|secret)\b[^\n:=]{0,20}[:=]\s{0,3}((?:[A-Z2-7]{4}[ -]){3,16}[A-Z2-7]{4})\b/giu,
    isSecret: () => true,
  },
  {
    pattern:
      /\b(?:seed|recovery|mnemonic)(?: phrase| words)?["']?\s?[:=]\s{0,3}["']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})/giu,
    isSecret: () => true,
  },
]

const placeholders =
  /^(?:password\d*|passwd|secret|example|changeme|your[-_].*|https?:.*|[x*.…]+|[<${[(/.].*)$/iu

/** Passwords have digits or signs; words of a sentence, paths and code do not. */
function looksChosen(text: string): boolean {
  if (!/\d|[!@#%^&*+=~]./u.test(text) || /^(?:https?:|\/|\.)/u.test(text) || placeholders.test(text))
    return false
  return !/^=|[\w\])]\(|\w\[\w+\]|\.\w+\.|=>/u.test(text)
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** Generated values mix letters and digits; names, dates, versions, identifiers and paths do not. */
function looksGenerated(text: string): boolean {
  if (placeholders.test(text) || uuid.test(text) || new Set(text).size < 8) return false
  if (changesOften(text)) return true
  const digits = text.replace(/\D/gu, '').length
  // In lower case, few digits are a version or a number.
  return digits > (/[A-Z]/u.test(text) ? 0 : 2) && /[A-Za-z]/u.test(text) && !names.test(text)
}

/** Dates, paths, addresses, constants, properties and comparisons. */
const names =
  /^\d{4}-\d\d-\d\d|^~?\.{0,2}\/|:\/\/|^[A-Z]+(?:_[A-Z\d]+)+$|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$|^@?[\w-]+\/[\w./-]+$|[*!?=]=\w|\$\{|\{\{|\.{3}/u

/** Long runs of the characters of keys. Longer ones are pictures and programs. */
const longRun = /(?<![\w+/=~@-])\w[\w+/=~-]{23,255}(?![\w+/~-])/gu

const maxBefore = 200

/** Whether the characters of a run, or of its last part after a prefix, change between cases and digits as often as random ones. */
function isRandom(run: string): boolean {
  const [last = ''] = /[A-Za-z\d]+=*$/u.exec(run) ?? []
  return (run.length >= 32 && changesOften(run)) || (last.length >= 24 && last !== run && changesOften(last))
}

function changesOften(run: string): boolean {
  if (/^[\da-f]+$/iu.test(run)) return false
  const count = (kind: RegExp) => run.match(kind)?.length ?? 0
  const [digits, lower, upper] = [count(/\d/gu), count(/[a-z]/gu), count(/[A-Z]/gu)]
  const changes = count(/\d(?=[A-Za-z])|[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])/gu)
  if (lower > 2 && upper > 2) return changes > run.length * (digits > 3 ? 0.3 : digits > 0 ? 0.34 : 0.48)
  return /^[a-z\d]+$|^[A-Z\d]+$/u.test(run) && digits > 3 && changes > run.length * 0.25
}

/** Whether a random text is a checksum, a public key, or a part of a picture, a certificate or an address. */
function isPublic(run: string, before: string): boolean {
  if (/^(?:sha\d{1,3}|md5|h1)[-=]|^AAAA|^MI[IG]/u.test(run)) return true
  if (
    /(?:sha\d{1,3}|h1|md5|integrity|fingerprint|checksum|digest|hash|etag|base64,)["']?[-:=,\s]{0,3}["']?$/iu.test(
      before,
    )
  )
    return true
  if (/[A-Za-z\d+/]{64,76}\n$/u.test(before)) return true
  const isInAddress = /(?:\/|:\/\/[^\s"'<>?]*)$/u.test(before)
  return isInAddress && !/(?:hook|invite|magic|reset|verify)[^\s"'<>]*$/iu.test(before + run)
}
