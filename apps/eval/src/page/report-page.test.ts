import { createHash } from 'node:crypto'
import type { Report } from '@recallite/ui/api'
import { describe, expect, it } from 'vitest'
import { renderPage, reportMarker } from './report-page.js'

const hostileText = '</script><!--<script>alert(1) $& \u202e\u0000\ud83d'
const report: Report = {
  title: hostileText,
  runs: [],
  changes: [{ suite: hostileText, lines: [], moves: [] }],
}
const page = renderPage(report)
const scripts = [...page.matchAll(/<script([^>]*)>(.*?)<\/script>/gsu)].map(([, type, text = '']) => ({
  type,
  text,
}))
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

describe('the page of a report', () => {
  it('has a policy that allows only its own script and style', () => {
    const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/u.exec(page) ?? []
    const [, style = ''] = /<style>(.*?)<\/style>/su.exec(page) ?? []
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src '${hashOf(scripts.at(-1)?.text ?? '')}'`,
      `style-src '${hashOf(style)}'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
    ])
    expect(page.startsWith(`${reportMarker}\n<html lang="en">`)).toBe(true)
    expect(page).not.toMatch(/(?:src|href)="(?!data:)|@import|url\(/u)
  })

  it('has three scripts: the data, the licenses of dependencies, and the page', () => {
    expect(scripts.map(({ type }) => type)).toEqual([
      ' type="application/json" id="report"',
      ' type="application/json"',
      ' type="module"',
    ])
    expect(page.split('<!--')).toHaveLength(2)
    const licenses: unknown = JSON.parse(scripts[1]?.text ?? '')
    const licensed = (name: string): unknown => expect.objectContaining({ name, identifier: 'MIT' })
    expect(licenses).toEqual(expect.arrayContaining(['preact', '@preact/signals', 'uplot'].map(licensed)))
  })

  it('escapes control characters, changes of direction and unpaired surrogates', () => {
    const data = JSON.parse(scripts[0]?.text ?? '') as Report
    expect(data.changes[0]?.suite).toBe(data.title)
    expect(data.title).toBe(String.raw`</script><!--<script>alert(1) $& \u{202e}\u{0}�`)
  })
})
