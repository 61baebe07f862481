import { expect, it } from 'vitest'
import { isLinksAlone } from '../similar-texts.js'

it.each([
  ['# Contents\n\n- [One](one.md)\n  * [Two](<two three.md> "title")\n', true],
  ['1. [[note|Note]]\n2. ![image](a.png)\n3. <https://example.com>\n4. [text][reference]', true],
  ['Introduction ........ 3\nThe harbour ........ 12', true],
  ['| [One](one.md) | [Two](two.md) |\n| --- | --- |', true],
  ['- [One](one.md): what the harbour asks for', false],
  ['See [One](one.md)', false],
  ['港口：[一](one.md)', false],
  ['# A heading alone', false],
  ['12 · 13', false],
])('of %j says %s', (text, expected) => {
  expect(isLinksAlone(text)).toBe(expected)
})
