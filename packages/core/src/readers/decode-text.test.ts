import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.js'

const file = { path: 'note.md', hasMarkup: false }

/** Encodes by the inverse of Node's decoder. */
function encode(encoding: string, text: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, readonly number[]>()
  const units = Array.from({ length: 256 }, (_, unit) => unit)
  for (const first of units) bytesOf.set(decoder.decode(Uint8Array.of(first)), [first])
  const pairs = units.slice(0x81).flatMap((first) => units.slice(0x40).map((second) => [first, second]))
  for (const pair of encoding.startsWith('windows') ? [] : pairs) {
    const decoded = decoder.decode(Uint8Array.from(pair))
    if (!bytesOf.has(decoded)) bytesOf.set(decoded, pair)
  }
  return Buffer.from([...text].flatMap((character) => bytesOf.get(character) ?? []))
}

describe('decodeText', () => {
  it.each([
    ['windows-1252', '# Wäsche\n\nDie “gute” Bluse kostet 30 € – nur mit kaltem Wasser.\n'],
    ['windows-1252', 'naïve résumé'],
    ['windows-1252', 'Ça va être très agréable, n’est-ce pas ?'],
    ['windows-1252', 'Plant at 12 °C.\n'],
    ['iso-8859-2', 'Zieloną herbatę parzy się w niższej temperaturze. Proszę zadzwonić do księgowej.'],
    ['iso-8859-2', 'Zażółć gęślą jaźń i spotkanie w środę'],
    ['windows-1252', '‚Über‘ isn’t “l’écart”'],
    ['windows-874', 'รดน้ำต้นไม้ทุกวันอังคาร และ วันศุกร์'],
    ['windows-874', 'การประชุมวันจันทร์ที่สำนักงานใหญ่ตอนบ่าย'],
    ['windows-1251', 'тест'],
    ['shift_jis', 'テスト\n'],
    ['shift_jis', 'ＴＯＤＯ\n'],
    ['shift_jis', '# 予定\n'],
    ['windows-1251', '# Сад\n\nЯблони обрезают ранней весной, пока не набухли почки.\n'],
    ['windows-1251', 'Полив по вторникам'],
    ['shift_jis', '# 庭\n\nりんごの木は早春に剪定する。\n'],
    ['shift_jis', '会議は月曜日です'],
    ['gb18030', '# 花园\n\n苹果树在早春修剪。\n'],
    ['gb18030', '会议在星期一'],
    ['koi8-r', 'Яблони обрезают ранней весной, пока не набухли почки.'],
    ['euc-kr', '사과나무는 이른 봄에 가지를 친다.'],
    ['big5', '蘋果樹在早春修剪，每個星期二澆水。'],
  ])('reads %s: %s', async (encoding, text) => {
    expect(await decodeText(encode(encoding, text), file)).toEqual({ text })
  })

  it.each([false, true])('reads UTF-16 by its byte order mark; big-endian %s', async (isSwapped) => {
    const text = '\uFEFF# Garden\r\n\r\nÄpfel 苹果 🍎\r\n'
    const bytes = Buffer.from(text, 'utf16le')
    expect(await decodeText(isSwapped ? bytes.swap16() : bytes, file)).toEqual({ text })
  })

  it('keeps UTF-8 as it is, and its valid characters if a few bytes are damaged', async () => {
    const text = '\uFEFF“Äpfel”: 苹果 🍎'
    expect(await decodeText(Buffer.from(text), file)).toEqual({ text })
    const damaged = Buffer.concat([Buffer.from('Äpfel, Öl, Grüße, große Körbe'), Buffer.from([0xe2, 0x80])])
    expect(await decodeText(damaged, file)).toEqual({ text: 'Äpfel, Öl, Grüße, große Körbe\uFFFD' })
  })

  it.each([
    ['Der Schl\xc3\xbcssel liegt \xff neben dem Drucker', 'Der Schlüssel liegt \uFFFD neben dem Drucker'],
    ['Gr\xc3\xbc\xc3\x9fe aus K\xf6ln', 'Grüße aus K\uFFFDln'],
    ['emoji \xf0\x9f\x9a\x80 \xf0\x9f cut off', 'emoji 🚀 \uFFFD cut off'],
  ])('reads damaged UTF-8: %j', async (raw, text) => {
    expect(await decodeText(Buffer.from(raw, 'latin1'), file)).toEqual({ text })
  })

  it.each([
    ['gb18030', encode('gb18030', '你好')],
    ['gb18030', encode('euc-kr', '회의는 월요일입니다')],
    ['UTF-16LE', Buffer.from('Garden', 'utf16le')],
  ])('names %s as likely', async (encoding, bytes) => {
    expect(await decodeText(bytes, file)).toEqual({ reason: expect.stringContaining(`perhaps ${encoding}.`) })
  })

  it('reads a web page by the encoding that it states', async () => {
    const page = encode('windows-1251', '<meta charset="windows-1251"><p>Сад')
    expect(await decodeText(page, { path: 'a.html', hasMarkup: true })).toMatchObject({
      text: expect.stringContaining('Сад'),
    })
  })

  it('names the probable encoding and the command to convert a text that is too short', async () => {
    expect(await decodeText(encode('gb18030', '你好'), file)).toEqual({
      reason: expect.stringMatching(/perhaps \S+\. Convert it: iconv -f \S+ -t utf-8 'note\.md' >/),
    })
  })

  it.each([
    ['NUL bytes', [0x61, 0]],
    ['NUL bytes', [0xff, 0xfe, 0x61, 0, 0, 0, 0x62, 0]],
    ['control characters', [0x1f, 0x8b, 0x08, 0xff, 0x03, 0x4b, 0xe9]],
  ])('refuses binary files with %s', async (what, bytes) => {
    expect(await decodeText(Uint8Array.from(bytes), file)).toEqual({ reason: expect.stringContaining(what) })
  })
})
