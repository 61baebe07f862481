import { randomTexts } from './random-texts.js'

/** A text with a secret, as it appears in a transcript. */
export interface PlantedSecret {
  readonly kind: string
  readonly text: string
  /** What must not remain of the text. */
  readonly secret: string
}

/**
 * Secrets of 30 kinds that are not in the detector's list of formats. Written before the detector, and not changed to suit it. The
 * values are random, so that no scanner reports this file.
 */
export function unlistedSecrets(seed: number): PlantedSecret[] {
  const { base62, base64, base64Url, base32, hex, password } = randomTexts(seed)
  const plant = (kind: string, secret: string, around: (secret: string) => string): PlantedSecret => ({
    kind,
    secret,
    text: around(secret),
  })
  return [
    plant('token of a vendor, in an env file', `acme_v2_${base62(32)}`, (key) => `ACMECLOUD_TOKEN=${key}`),
    plant('exported key', base62(40), (key) => `export ZEPHYR_ACCESS_KEY="${key}"`),
    plant('client secret in JSON', hex(32), (key) => `{"clientId": "web-app", "clientSecret": "${key}"}`),
    plant('signing secret in YAML', hex(32), (key) => `  signing_secret: ${key}\n  timeout: 30`),
    plant(
      'API key in a header',
      hex(32),
      (key) => `curl -H 'X-Api-Key: ${key}' https://api.example.com/v2/items`,
    ),
    plant('cookie of a request', base64Url(40), (key) => `Cookie: theme=dark; session_id=${key}; lang=en`),
    plant(
      'cookie of an answer',
      `s%3A${base62(32)}.${base62(43)}`,
      (key) => `set-cookie: connect.sid=${key}; Path=/; HttpOnly`,
    ),
    plant(
      'token in a URL',
      base62(32),
      (key) => `GET https://api.example.com/v1/items?page=2&token=${key} 200`,
    ),
    plant(
      'signature of Azure storage',
      `${base62(42)}%3D`,
      (key) =>
        `https://acme.blob.core.example.net/logs/a.txt?sv=2024-11-04&se=2026-12-01&sr=b&sp=r&sig=${key}`,
    ),
    plant(
      'connection string of SQL Server',
      password(14),
      (key) => `Server=tcp:db.example.com,1433;Database=shop;User Id=sa;Password=${key};Encrypt=True;`,
    ),
    plant(
      'connection string of MongoDB',
      password(12),
      (key) => `mongodb+srv://app:${key}@cluster0.ab1cd.example.net/shop?retryWrites=true`,
    ),
    plant('password of Redis without a user', base62(24), (key) => `redis://:${key}@cache.internal:6379/0`),
    plant(
      'bare token in a sentence',
      base62(44),
      (key) => `I rotated it, the new one is ${key} and it works until May.`,
    ),
    plant('bare token on a line', base64Url(48), (key) => `Paste this:\n${key}\nThen press enter.`),
    plant('bare base64 key', base64(40), (key) => `the second value was ${key}`),
    plant(
      'TOTP address',
      base32(32),
      (key) => `otpauth://totp/Acme:ada@example.com?secret=${key}&issuer=Acme&digits=6`,
    ),
    plant('TOTP seed in groups', base32(16).replace(/.{4}(?=.)/gu, '$& '), (key) => `TOTP seed: ${key}`),
    plant(
      'Kubernetes secret',
      base64(27),
      (key) => `kind: Secret\nmetadata:\n  name: db\ndata:\n  DB_PASSWORD: ${key}=`,
    ),
    plant('.netrc', password(12), (key) => `machine api.example.com login ada password ${key}`),
    plant('htpasswd, bcrypt', `$2y$10$${base62(53)}`, (key) => `ada:${key}`),
    plant('htpasswd, apr1', `$apr1$${base62(8)}$${base62(22)}`, (key) => `grace:${key}`),
    plant(
      'auth of a container registry',
      base64(44),
      (key) => `{"auths": {"registry.example.com": {"auth": "${key}"}}}`,
    ),
    plant('WireGuard', base64(43), (key) => `[Interface]\nPrivateKey = ${key}=\nAddress = 10.0.0.2/32`),
    plant('curl with a user', password(12), (key) => `curl -u ada:${key} https://api.example.com/v1/me`),
    plant(
      'password of a command',
      password(12),
      (key) => `mysql --host=db --user=root --password=${key} shop`,
    ),
    plant('.pgpass', password(12), (key) => `db.example.com:5432:shop:ada:${key}`),
    plant('secret of Rails', hex(128), (key) => `production:\n  secret_key_base: ${key}`),
    plant(
      'secret of Django',
      `${base62(30)}@!${base62(16)}`,
      (key) => `SECRET_KEY = 'django-insecure-${key}'`,
    ),
    plant('key of Laravel', base64(43), (key) => `APP_KEY=base64:${key}=`),
    plant('authorization header of a vendor', base64Url(32), (key) => `Authorization: ApiKey ${key}`),
  ]
}
