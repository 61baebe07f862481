import { describe, expect, it } from 'vitest'
import { documentText } from './document-text.js'

function textOf(title: string, text: string): string {
  return documentText({ id: 'a', title, text })
}

describe('documentText', () => {
  it('puts the title before a text that does not open with it, as a heading on one line', () => {
    expect(textOf('Acme  Labs\n', 'Acme Labs is a startup.')).toBe('# Acme Labs\n\nAcme Labs is a startup.')
  })

  it('leaves a text without a title as it is', () => {
    expect(textOf(' ', 'Trains leave at noon.')).toBe('Trains leave at noon.')
  })

  it('leaves a text that opens with a heading of its own as it is, after front matter too', () => {
    for (const text of ['# Mine\n\nx', '\n# Mine\n', '---\ntitle: Mine\n---\n\n# Mine\n\nx']) {
      expect(textOf('Other', text)).toBe(text)
    }
  })

  it('makes a heading of a first line that is the title', () => {
    expect(textOf('Get started', 'Get started\n\n\nIf you are new.')).toBe('# Get started\n\nIf you are new.')
  })

  it('puts the title behind front matter', () => {
    expect(textOf('Plan', '---\r\nstatus: open\r\n---\r\nText.')).toBe(
      '---\r\nstatus: open\r\n---\r\n# Plan\n\nText.',
    )
  })

  it('does not take a rule for front matter', () => {
    expect(textOf('Plan', '---\nText.')).toBe('# Plan\n\n---\nText.')
  })

  it('does not take a lower heading for the title', () => {
    expect(textOf('Plan', '## Steps')).toBe('# Plan\n\n## Steps')
  })
})
