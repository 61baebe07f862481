import { randomTexts } from './random-texts.js'
import type { PlantedSecret } from './planted-secret.js'

/** Secrets of 20 kinds whose formats are documented, three of each, as they appear in transcripts. */
export function listedSecrets(seed: number): PlantedSecret[] {
  const { base62, base64, base64Url, hex, upper, lower, digits, password } = randomTexts(seed)
  const jwt = () => `eyJ${base64Url(33)}.eyJ${base64Url(60)}.${base64Url(43)}`
  const pem = () =>
    `-----BEGIN RSA PRIVATE KEY-----\n${base64(64)}\n${base64(64)}\n-----END RSA PRIVATE KEY-----`
  const kinds: Readonly<Record<string, () => string>> = {
    OpenAI: () => `sk-proj-${base64Url(74)}`,
    Anthropic: () => `sk-ant-api03-${base64Url(93)}AA`,
    'Google API': () => `AIza${base64Url(35)}`,
    'Hugging Face': () => `hf_${base62(34)}`,
    GitHub: () => `ghp_${base62(36)}`,
    'GitHub, fine-grained': () => `github_pat_${base62(22)}_${base62(59)}`,
    GitLab: () => `glpat-${base64Url(20)}`,
    npm: () => `npm_${base62(36)}`,
    PyPI: () => `pypi-AgEIcHlwaS5vcmc${base64Url(70)}`,
    'AWS access key': () => `AKIA${upper(16)}`,
    Stripe: () => `sk_live_${base62(24)}`,
    Slack: () => `xoxb-${digits(12)}-${digits(12)}-${base62(24)}`,
    'Slack webhook': () => `hooks.slack.com/services/T${upper(8)}/B${upper(10)}/${base62(24)}`,
    SendGrid: () => `SG.${base64Url(22)}.${base64Url(43)}`,
    Telegram: () => `${digits(10)}:AA${base64Url(33)}`,
    DigitalOcean: () => `dop_v1_${hex(64)}`,
    'JSON web token': jwt,
    'private key': pem,
    password: () => `${lower(4)}${password(12)}7`,
    'AWS secret key': () => base64(40),
  }
  const sentences: Readonly<Record<string, readonly ((secret: string) => string)[]>> = {
    password: [
      (secret) => `DB_PASSWORD=${secret}`,
      (secret) => `The password is ${secret}`,
      (secret) => `psql postgres://app:${secret}@db.example.com:5432/shop`,
    ],
  }
  const anywhere = [
    (secret: string) => `Please use ${secret} for the tests.`,
    (secret: string) => `  "value": "${secret}",`,
    (secret: string) => `export CI_VARIABLE='${secret}' && make`,
  ]
  return Object.entries(kinds).flatMap(([kind, make]) =>
    (sentences[kind] ?? anywhere).map((around) => {
      const secret = make()
      return { kind, secret, text: around(secret) }
    }),
  )
}
