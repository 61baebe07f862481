import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot, sharedFile } from '@recallite/test-kit'
import {
  listedSecrets,
  type PlantedSecret,
  randomTexts,
  plantSecrets,
  unlistedKinds,
  unseenKinds,
} from '@recallite/test-kit/planted-secrets'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactSecrets } from './redact-secrets.js'

/** Whether any part of a secret with eight characters is left. */
function isLeft({ text, secret }: PlantedSecret): boolean {
  const rest = redactSecrets(`Before.\n${text}\nAfter.`)
  const parts = Array.from({ length: Math.max(1, secret.length - 7) }, (_, from) =>
    secret.slice(from, from + 8),
  )
  return parts.some((part) => rest.includes(part))
}

describe('redactSecrets', () => {
  it('replaces all of 60 secrets of 20 documented kinds', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const planted = listedSecrets(seed)
      expect(planted).toHaveLength(60)
      expect(planted.filter(isLeft)).toEqual([])
    }
  })

  it('replaces at least 20 of 30 secrets of kinds that it has no format for', () => {
    const counts = Array.from({ length: 20 }, (_, seed) => {
      const planted = plantSecrets(unlistedKinds, seed + 1)
      expect(planted).toHaveLength(30)
      return planted.filter((each) => !isLeft(each)).length
    })
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(28)
  })

  it('replaces at least 25 of 30 secrets of kinds that were written after it', () => {
    const counts = Array.from({ length: 20 }, (_, seed) => {
      const planted = plantSecrets(unseenKinds, seed + 1)
      expect(planted).toHaveLength(30)
      return planted.filter((each) => !isLeft(each)).length
    })
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(25)
  })

  it('changes at most 1 % of the lines of source code, lock files, READMEs and compressed programs', () => {
    const lines = ordinaryLines()
    expect(lines.length).toBeGreaterThan(10_000)
    const changed = lines.filter((line) => redactSecrets(line) !== line)
    expect(changed.length / lines.length, changed.slice(0, 50).join('\n').slice(0, 5000)).toBeLessThan(0.01)
  })

  const texts = ['anthropic-docs', 'locomo', 'cosqa', 'gbrain-world', 'beam-dev'].flatMap(
    (name) => sharedFile(`data/${name}/corpus.jsonl`) ?? [],
  )
  it.skipIf(texts.length === 0)(
    'changes at most 0.1 % of the lines of notes, documentation and questions',
    () => {
      const lines = texts.flatMap((file) => {
        const documents = readFileSync(file, 'utf8').trim().split('\n')
        return documents.flatMap((line) => (JSON.parse(line) as { text: string }).text.split('\n'))
      })
      const changed = lines.filter((line) => redactSecrets(line) !== line)
      expect(lines.length).toBeGreaterThan(10_000)
      expect(changed.length / lines.length, changed.slice(0, 50).join('\n').slice(0, 5000)).toBeLessThan(
        0.001,
      )
    },
  )

  it.each([
    'commit 3f786850e387550fdab836ed7e6dc881de23001b (HEAD -> main)',
    'id: 6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  file.tar.gz',
    '"integrity": "sha512-oPK7Tg1VkbZ5tGyfyE9lY5V3Kp5ZCq0EtxN4R7rqbQf0hS3vXnUxY3W0Zb1c8jz6GgZ1kq5l0vQm2jv8Yw9B4A=="',
    'golang.org/x/text v0.14.0 h1:ScX5w1eTa3QqT8oi6+ziP7dTV1S2+ALU0bI+0zXKWiQ=',
    '![](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ2v7vQ1mYc7Qm1tq3o8yq0v1mYc7Qm1tq3o8yq0v1mY ada@example.com',
    'const token = await readToken(options.tokenFile2)',
    'tokens: 400, maxTokens: 8192, session: 2026-02-11T10:00:00Z',
    'The key point of session 12 was that secrets need owners; see chapter 3.',
    'https://docs.example.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit',
    'node_modules/.pnpm/@babel+plugin-transform-runtime@7.25.9_@babel+core@7.26.0/node_modules/x',
    'password: string;',
    'secret_name_of_service_2026, key-value-store-v2-of-the-shop, ops_per_second_for_1000_users',
    'npm_config_node_version_22 re_compile_pattern_2_of_the_list',
    'export type AccessKey2 = Secrets["providers.openai.apiKey1"]',
  ])('leaves %j', (line) => expect(redactSecrets(line)).toBe(line))

  it('keeps the number of lines, also of a private key and of a part that is marked as private', () => {
    const key = listedSecrets(3).find(({ kind }) => kind === 'private key')
    const text = `a\n${key?.secret}\nb <private>\n\nhome</private>\nc`
    const lines = redactSecrets(text).split('\n')
    expect(lines).toHaveLength(text.split('\n').length)
    expect([lines[0], lines[1], lines[5], lines.at(-1)]).toEqual(['a', '[secret]', 'b [secret]', 'c'])
  })

  it('returns its own result unchanged, with as many lines as the text, and without an error for any text', () => {
    const planted = fc
      .integer({ min: 1, max: 1000 })
      .map((seed) => [...listedSecrets(seed), ...plantSecrets(unlistedKinds, seed)])
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.tuple(planted, fc.nat()).map(([all, index]) => all[index % all.length]?.text ?? ''),
      fc.constantFrom('\n', ': ', '=', '"', '-----BEGIN ', 'password', 'eyJ', '<private>', '://', '@'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = parts.join(' ')
        const once = redactSecrets(text)
        expect(redactSecrets(once)).toBe(once)
        expect(once.split('\n')).toHaveLength(text.split('\n').length)
      }),
    )
  })

  it.each([
    'token=',
    'password=',
    'sk-',
    'eyJa.eyJ',
    'Bearer ',
    'seed: AAAA ',
    '$2a$',
    'SG.',
    '-----BEGIN A ',
    '<private>',
    '',
  ])('accepts a long text after %j', (start) => {
    for (const part of ['a1B', 'a.b1', 'AAAA ', '\n']) {
      const text = start + part.repeat(10_000_000 / part.length)
      expect(redactSecrets(text).length).toBeLessThanOrEqual(text.length + 10)
    }
  })

  it.each<[string, (length: number) => string]>([
    ['words', (length) => 'The password of the session is in the token store. '.repeat(length / 50)],
    ['starts of private keys', (length) => '-----BEGIN A '.repeat(length / 13)],
    ['starts of private parts', (length) => '<private>'.repeat(length / 9)],
    ['names without values', (length) => 'password token secret_key: '.repeat(length / 27)],
    ['names in a row', (length) => 'token'.repeat(length / 5)],
    ['addresses', (length) => '://a:'.repeat(length / 5)],
    ['starts of JSON web tokens', (length) => 'eyJaaaaaaaaaaa.'.repeat(length / 15)],
    ['one long word', (length) => 'aB3'.repeat(length / 3)],
    ['dashes', (length) => 'sk-'.repeat(length / 3)],
    ['dots', (length) => 'a.'.repeat(length / 2)],
    ['blanks', (length) => `password:${' '.repeat(length)}`],
    ['blank lines', (length) => `password is ${'\n'.repeat(length)}`],
    ['seeds', (length) => 'seed: AAAA '.repeat(length / 11)],
    ['short words', (length) => `seed: ${'abc '.repeat(length / 4)}`],
    [
      'random texts',
      (length) => Array.from({ length: length / 40 }, (_, seed) => randomTexts(seed).base64Url(39)).join(' '),
    ],
    ['slashes', (length) => 'a/'.repeat(length / 2)],
    ['hosts', (length) => '1.1.1.1:22:a:'.repeat(length / 13)],
  ])('takes linear time for %s', (_, make) => {
    const time = (text: string) => {
      const start = performance.now()
      redactSecrets(text)
      return performance.now() - start
    }
    const [short, long] = [make(50_000), make(500_000)]
    time(short)
    const times = [short, long].map((text) => Math.min(...Array.from({ length: 3 }, () => time(text))))
    // Quadratic time would be 100 times as long.
    expect(times[1]).toBeLessThan(40 * Math.max(times[0] ?? 0, 5))
  })
})

/** Lines that people and programs wrote and that have no secrets, as this repository has or installs them. */
function ordinaryLines(): string[] {
  const packages = join(repositoryRoot, 'node_modules/.pnpm')
  const folders = readdirSync(packages).filter((_, index) => index % 5 === 0)
  const installed = folders.flatMap((folder) => filesBelow(join(packages, folder, 'node_modules'), 3))
  const files = [
    ...installed
      .filter((file) => /(?:README\.md|\.min\.js|CHANGELOG\.md|package\.json)$/u.test(file))
      .slice(0, 400),
    ...filesBelow(join(repositoryRoot, 'packages/store'), 4).filter((file) => file.endsWith('.ts')),
    join(repositoryRoot, 'pnpm-lock.yaml'),
  ]
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== ''),
  )
  const step = Math.max(1, Math.floor(lines.length / 20_000))
  return lines.filter((_, index) => index % step === 0)
}

function filesBelow(folder: string, depth: number): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return [path]
    return entry.isDirectory() && depth > 0 ? filesBelow(path, depth - 1) : []
  })
}
