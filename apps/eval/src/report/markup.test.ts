import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml, formatInterval, formatTime, markup, percent, visibleText } from './markup.js'

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function read(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '')
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

describe('markup', () => {
  it('escapes texts, and takes markup as it is', () => {
    const inner = markup`<b>${'a < b'}</b>`
    expect(markup`<p title="${'"x"'}">${inner}${[inner, inner]}${3}${null}</p>`.html).toBe(
      '<p title="&quot;x&quot;"><b>a &lt; b</b><b>a &lt; b</b><b>a &lt; b</b>3</p>',
    )
  })
})

describe('visibleText', () => {
  it.each([
    ['a\u0000b', String.raw`a\u{0}b`],
    ['gpj.\u202etxt', String.raw`gpj.\u{202e}txt`],
    ['half \ud83d', 'half \ufffd'],
    ['two\nlines', 'two\nlines'],
    ['Grüße 記録 😀', 'Grüße 記録 😀'],
  ])('shows %j as %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown)
  })
})

describe('figures', () => {
  it('have as many digits as they are worth', () => {
    expect([formatInterval([0.789, 1]), formatInterval(null)]).toEqual(['0.79–1.00', ''])
    expect([percent(0), percent(1 / 3), percent(1)]).toEqual(['0%', '33.33%', '100%'])
  })
})

describe('formatTime', () => {
  it('says when in UTC, and leaves alone what is no time', () => {
    expect(formatTime('2026-11-21T17:04:59.000Z')).toBe('21 November 2026 at 17:04 UTC')
    expect(formatTime('last week')).toBe('last week')
  })
})
