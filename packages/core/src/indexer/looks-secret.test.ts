import { describe, expect, it } from 'vitest'
import { hasSecretKey, looksSecret } from './looks-secret.js'
import { redactSecrets } from './redact-secrets.js'

/** Assembled here, so that secret scanners do not report this file. */
const token = (...parts: string[]) => parts.join('')

const many = (characters: string, length: number) => characters.repeat(length).slice(0, length)

describe('looksSecret, by name', () => {
  it.each([
    '.env',
    'config/.env.production',
    'prod.env',
    '.npmrc',
    'keys/server.pem',
    'id_ed25519',
    'Secrets.md',
    'passwords.txt',
    'api-keys.json',
    'tokens.yaml',
    'vault.kdbx',
    'deploy.KEY',
  ])('withholds %s', (path) => expect(looksSecret(path, 'nothing in it')).toBe(true))

  it.each([
    'environment.md',
    'notes/tokens.md',
    'api-keys.md',
    'keyboard.md',
    'monkey.txt',
    'secretary.md',
    'env/notes.md',
    'public-keys/readme.md',
  ])('allows %s', (path) => expect(looksSecret(path, 'nothing in it')).toBe(false))
})

describe('looksSecret, by text', () => {
  it.each([
    ['a private key', token('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE')],
    ['an OpenAI key', token('sk-', 'proj-', many('aB3', 40))],
    ['a Google key', token('AIza', many('aB3_', 35))],
    ['an AWS key', token('AKIA', many('ABC123', 16))],
    ['a GitHub token', token('ghp_', many('aB3', 36))],
    ['a Slack token', token('xoxb-', '123456789012-', many('aB3', 12))],
    ['a JSON web token', token('eyJ', many('hbGci1', 20), '.eyJ', many('zdWIi2', 20), '.', many('aB3', 30))],
    ['a password in a setting', 'password: correct4horse7battery9staple'],
    ['a bearer token', token('Authorization: Bearer ', many('aB3', 30))],
    ['a password in an address', 'postgres://admin:s3cr3tPassw0rd@db.internal/main'],
    ['a short password', 'password: hunter2'],
    ['a password in German', 'Passwort: sommer!2026'],
    ['a part that is marked as private', 'We meet <private>at my house</private>.'],
    ['a short name of a password', 'DB_PASS=abcd1234efgh5678'],
    ['an assignment', token('STRIPE_API_', 'KEY="', many('a1B2c3D4e5', 24), '"')],
  ])('finds %s', (_, text) => expect(looksSecret('note.md', `Some words.\n${text}\nMore.`)).toBe(true))

  it.each([
    'The JWT_EXPIRY is 900 seconds; tokens: 400 per chunk.',
    'Set `OPENAI_API_KEY=${OPENAI_API_KEY}` in the environment.',
    'api_key: your-api-key-goes-here',
    'token: https://example.com/docs/tokens/2026',
    'The secret: never-change-a-running-system',
    'sk-short',
    'The password is stored elsewhere; passwords: see the vault.',
    'password: ********',
    'postgres://user:password@localhost/main',
    'https://example.com:8443/a@b',
    'password = "<your password here 12345>"',
  ])('allows %s', (text) => expect(looksSecret('note.md', text)).toBe(false))
})

describe('hasSecretKey', () => {
  it.each([
    { apiKey: 'a8f9' },
    { client_secret: 'zz' },
    { PIN: 4711 },
    { 'recovery codes': ['a1'] },
    { wifiKey: 'k1' },
    { host: { name: 'a', password: 'b' } },
  ])('finds %j', (metadata) => expect(hasSecretKey(metadata)).toBe(true))
  it.each([
    { secretary: 'Ada' },
    { max_tokens: 400 },
    { keyboard: 'x' },
    { secret: true },
    { pin: '' },
    { token: null },
  ])('allows %j', (metadata) => expect(hasSecretKey(metadata)).toBe(false))
})

describe('redactSecrets', () => {
  it('replaces only the secret', () => {
    const text = 'Log in with password: hunter2 at <private>home</private> or postgres://me:abc123@db/x.'
    expect(redactSecrets(text)).toBe(
      'Log in with password: [secret] at [secret] or postgres://me:[secret]@db/x.',
    )
    expect(redactSecrets('Nothing to hide.')).toBe('Nothing to hide.')
  })
})
