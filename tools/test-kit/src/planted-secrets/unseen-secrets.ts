import { randomTexts } from './random-texts.js'
import type { PlantedSecret } from './unlisted-secrets.js'

/** Secrets of 30 further kinds, written after the detector, to measure what it recognises of kinds that its authors did not think of. */
export function unseenSecrets(seed: number): PlantedSecret[] {
  const { base62, base64, base64Url, hex, lower, password } = randomTexts(seed)
  const plant = (kind: string, secret: string, around: (secret: string) => string): PlantedSecret => ({
    kind,
    secret,
    text: around(secret),
  })
  return [
    plant('HMAC key in TypeScript', base64(43), (key) => `sign: { hmacKey: '${key}=' },`),
    plant('salt of WordPress', `${base62(20)}^&${base62(20)}`, (key) => `define('AUTH_SALT', '${key}');`),
    plant('password in PHP', password(12), (key) => `define( 'DB_PASSWORD', '${key}' );`),
    plant('Java properties', password(12), (key) => `spring.datasource.password=${key}`),
    plant('XML element', password(12), (key) => `<username>app</username>\n<password>${key}</password>`),
    plant('XML attribute', base62(40), (key) => `<add key="ApiSecret" value="${key}" />`),
    plant('Terraform', password(14), (key) => `db_admin_pass = "${key}"`),
    plant('Ansible', password(12), (key) => `ansible_become_pass: ${key}`),
    plant('docker run', password(12), (key) => `docker run -e REDIS_PASS=${key} -p 6379:6379 redis:7`),
    plant('docker login', base62(20), (key) => `docker login registry.example.com -u ada -p ${key}`),
    plant('variable of a pipeline', base64Url(43), (key) => `env:\n  NETLIFY_AUTH_TOKEN: ${key}\n  CI: true`),
    plant('Postman', base62(40), (key) => `{"key": "x-access-token", "value": "${key}", "type": "text"}`),
    plant('long token in a header', base64(300), (key) => `X-Amz-Security-Token: ${key}`),
    plant('hexadecimal token in a header', hex(32), (key) => `X-Auth-Token: ${key}`),
    plant('SMTP', base64(28), (key) => `C: AUTH PLAIN ${key}`),
    plant('LDAP', password(12), (key) => `binddn cn=reader,dc=example,dc=com\nbindpw ${key}`),
    plant('wireless network', password(12), (key) => `WIFI:S:home;T:WPA;P:${key};;`),
    plant('INI file', password(12), (key) => `[client]\nuser=root\npassword="${key}"`),
    plant('Rust', base62(32), (key) => `let api_token = "${key}";`),
    plant('Python', base62(32), (key) => `client = Client(api_key="${key}", timeout=5)`),
    plant('Go', base62(36), (key) => `cfg := Config{Region: "eu", Token: "${key}"}`),
    plant('flag of a program', base62(40), (key) => `az login --service-principal --client-secret=${key}`),
    plant('Heroku', hex(40), (key) => `heroku config:set SIGNING_SECRET=${key} -a shop`),
    plant('sudo', password(12), (key) => `echo '${key}' | sudo -S systemctl restart shop`),
    plant('unseal key', base64(44), (key) => `Unseal Key 1: ${key}\nUnseal Key 2: …`),
    plant(
      'recovery codes',
      `${lower(5)}-${lower(5)}`,
      (key) => `Your recovery codes:\n${key}\nStore them safely.`,
    ),
    plant('Kafka', password(14), (key) => `ScramLoginModule required username="app" password="${key}";`),
    plant('magic link', base64Url(43), (key) => `https://app.example.com/login/magic/${key}`),
    plant('session in JSON', base64Url(43), (key) => `{"user":{"id":7},"sessionToken":"${key}"}`),
    plant('passphrase of GPG', password(14), (key) => `gpg --batch --passphrase '${key}' -d backup.gpg`),
  ]
}
