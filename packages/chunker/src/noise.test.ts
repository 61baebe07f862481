import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chunk } from './chunk.js'
import { blank, withoutNoise } from './noise.js'

const times = (count: number, part: (index: number) => string, separator = '') =>
  Array.from({ length: count }, (_, index) => part(index)).join(separator)
const digests = (algorithm: string, count: number) =>
  times(count, (index) => hash(algorithm, String(index)), '\n')

describe('withoutNoise', () => {
  it('cleans texts of ten million characters without a line end', () => {
    const data = 'aB3'.repeat(3_300_000)
    expect(withoutNoise(data) === blank(data)).toBe(true)
    for (const part of ['a', 'a.b/', '漢', '=', 'a=b;', '0123456789abcdef'])
      expect(withoutNoise(`x://${part.repeat(10_000_000 / part.length)}`)).toHaveLength(10_000_004)
  })

  it.each([
    times(
      6,
      (n) => `<td style="padding:0;border:1px solid #ccc;color:#f0f0f0;margin:0;top:0">Town${n}</td>`,
      ' ',
    ),
    times(60, (n) => `Name${n};Straße ${n};Köln;`),
    times(60, (n) => `keyword${n}`, ','),
    `{${times(20, (n) => `"customer${n}":{"name":"Dingo GmbH","ids":[1,2]}`, ',')}}`,
    `INSERT INTO city VALUES ${times(60, (n) => `(${n},'Town${n}',0)`, ',')};`,
    times(60, (n) => `[[Seite${n}]]`, ','),
    digests('sha256', 8),
    digests('md5', 7),
  ])('keeps data and short lists of digests: %s', (text) => {
    expect(withoutNoise(text)).toBe(text)
  })

  it.each([
    times(12, () => '.btn-primary{color:#fff;background-color:#007bff;border-color:#007bff}'),
    times(12, (n) => `function f${n}(e,t){var r=e.a;for(i=0;i<t.length;i++)r.push(t[i]);return r}`),
    times(40, (n) => `<path d="M${n},0L1,1Z" fill="#fff"/>`),
    digests('sha256', 30),
    digests('sha512', 30),
    digests('md5', 8),
    digests('sha1', 12),
  ])('leaves out minified code and dumps: %s', (text) => {
    expect(withoutNoise(text)).toBe(blank(text))
  })

  const address = `https://example.org/${'garden-and-tea/'.repeat(30)}`

  it.each(['次の会議は月曜日です', '，记忆检索', '다음 회의', 'การประชุม', 'https://example.com/next'])(
    'ends a long address before %s',
    (next) => {
      expect(withoutNoise(address + next)).toMatch(new RegExp(`\\uFEFF{200,}${next}$`, 'u'))
    },
  )

  it.each([30, 100])(
    'cuts no row of a table after an address that fits, and begins none there',
    (repeats) => {
      const row = `| name | [url](https://example.org/${'garden-and-tea/'.repeat(repeats)}) |`
      const chunks = chunk(`| name | url |\n| --- | --- |\n${row}\n${row}\n`, { format: 'markdown' })
      expect(chunks.map(({ startLine }) => startLine)).toEqual([1, 4])
      const end = repeats === 30 ? ') |' : 'tea/garde'
      expect(chunks.every(({ text }) => text.endsWith(end))).toBe(true)
    },
  )
})
