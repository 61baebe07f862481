import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml, html } from './markup.js'
import { visibleText } from './visible-text.js'

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function read(markup: string): string {
  return markup.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '')
}

const anyText = fc.string({
  unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', ';', 'lt', '\u0000', '\ud83d', '-', '!'),
})

describe('escapeHtml', () => {
  it('leaves nothing that begins or ends markup, and loses nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const escaped = escapeHtml(text)
        expect(escaped).not.toMatch(/[<>"'\0]/)
        expect(escaped.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
        expect(read(escaped)).toBe(visibleText(text))
      }),
    )
  })
})

describe('html', () => {
  it('escapes texts, and takes markup as it is', () => {
    const inner = html`<b>${'a < b'}</b>`
    expect(html`<p title="${'"x"'}">${inner}${[inner, inner]}${3}${null}</p>`.markup).toBe(
      '<p title="&quot;x&quot;"><b>a &lt; b</b><b>a &lt; b</b><b>a &lt; b</b>3</p>',
    )
  })
})
