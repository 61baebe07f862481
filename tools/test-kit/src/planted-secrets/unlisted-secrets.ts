import type { SecretKind } from './planted-secret.js'

/**
 * Secrets of 30 kinds that are not in the detector's list of formats. Written before the detector, and not changed to suit it. The
 * values are random, so that no scanner reports this file.
 */
export const unlistedKinds: readonly SecretKind[] = [
  [
    'token of a vendor, in an env file',
    (of) => `acme_v2_${of.base62(32)}`,
    (key) => `ACMECLOUD_TOKEN=${key}`,
  ],
  ['exported key', (of) => of.base62(40), (key) => `export ZEPHYR_ACCESS_KEY="${key}"`],
  ['client secret in JSON', (of) => of.hex(32), (key) => `{"clientId": "web-app", "clientSecret": "${key}"}`],
  ['signing secret in YAML', (of) => of.hex(32), (key) => `  signing_secret: ${key}\n  timeout: 30`],
  [
    'API key in a header',
    (of) => of.hex(32),
    (key) => `curl -H 'X-Api-Key: ${key}' https://api.example.com/v2/items`,
  ],
  [
    'cookie of a request',
    (of) => of.base64Url(40),
    (key) => `Cookie: theme=dark; session_id=${key}; lang=en`,
  ],
  [
    'cookie of an answer',
    (of) => `s%3A${of.base62(32)}.${of.base62(43)}`,
    (key) => `set-cookie: connect.sid=${key}; Path=/; HttpOnly`,
  ],
  [
    'token in a URL',
    (of) => of.base62(32),
    (key) => `GET https://api.example.com/v1/items?page=2&token=${key} 200`,
  ],
  [
    'signature of Azure storage',
    (of) => `${of.base62(42)}%3D`,
    (key) => `https://acme.blob.core.example.net/logs/a.txt?sv=2024-11-04&se=2026-12-01&sr=b&sp=r&sig=${key}`,
  ],
  [
    'connection string of SQL Server',
    (of) => of.password(14),
    (key) => `Server=tcp:db.example.com,1433;Database=shop;User Id=sa;Password=${key};Encrypt=True;`,
  ],
  [
    'connection string of MongoDB',
    (of) => of.password(12),
    (key) => `mongodb+srv://app:${key}@cluster0.ab1cd.example.net/shop?retryWrites=true`,
  ],
  [
    'password of Redis without a user',
    (of) => of.base62(24),
    (key) => `redis://:${key}@cache.internal:6379/0`,
  ],
  [
    'bare token in a sentence',
    (of) => of.base62(44),
    (key) => `I rotated it, the new one is ${key} and it works until May.`,
  ],
  ['bare token on a line', (of) => of.base64Url(48), (key) => `Paste this:\n${key}\nThen press enter.`],
  ['bare base64 key', (of) => of.base64(40), (key) => `the second value was ${key}`],
  [
    'TOTP address',
    (of) => of.base32(32),
    (key) => `otpauth://totp/Acme:ada@example.com?secret=${key}&issuer=Acme&digits=6`,
  ],
  ['TOTP seed in groups', (of) => of.base32(16).replace(/.{4}(?=.)/gu, '$& '), (key) => `TOTP seed: ${key}`],
  [
    'Kubernetes secret',
    (of) => of.base64(27),
    (key) => `kind: Secret\nmetadata:\n  name: db\ndata:\n  DB_PASSWORD: ${key}=`,
  ],
  ['.netrc', (of) => of.password(12), (key) => `machine api.example.com login ada password ${key}`],
  ['htpasswd, bcrypt', (of) => `$2y$10$${of.base62(53)}`, (key) => `ada:${key}`],
  ['htpasswd, apr1', (of) => `$apr1$${of.base62(8)}$${of.base62(22)}`, (key) => `grace:${key}`],
  [
    'auth of a container registry',
    (of) => of.base64(44),
    (key) => `{"auths": {"images.example.com": {"auth": "${key}"}}}`,
  ],
  ['WireGuard', (of) => of.base64(43), (key) => `[Interface]\nPrivateKey = ${key}=\nAddress = 10.0.0.2/32`],
  ['curl with a user', (of) => of.password(12), (key) => `curl -u ada:${key} https://api.example.com/v1/me`],
  [
    'password of a command',
    (of) => of.password(12),
    (key) => `mysql --host=db --user=root --password=${key} shop`,
  ],
  ['.pgpass', (of) => of.password(12), (key) => `db.example.com:5432:shop:ada:${key}`],
  ['secret of Rails', (of) => of.hex(128), (key) => `production:\n  secret_key_base: ${key}`],
  [
    'secret of Django',
    (of) => `${of.base62(30)}@!${of.base62(16)}`,
    (key) => `SECRET_KEY = 'django-insecure-${key}'`,
  ],
  ['key of Laravel', (of) => of.base64(43), (key) => `APP_KEY=base64:${key}=`],
  ['authorization header of a vendor', (of) => of.base64Url(32), (key) => `Authorization: ApiKey ${key}`],
]
