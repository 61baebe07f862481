import { describe, expect, it } from 'vitest'
import { accessibilityTrouble, noChromium, usePages } from './chromium.ts'

describe.skipIf(noChromium !== '')(`problems of a page${noChromium}`, () => {
  const open = usePages()

  it('are reported: errors, dialogs, requests and findings of axe, even if a policy forbids scripts', async () => {
    const { page, trouble } = await open({ viewport: { width: 390, height: 900 }, colorScheme: 'dark' })
    await page.setContent(`<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'">
      <title>a page</title><img src="http://192.0.2.1/x.png">`)
    expect(trouble.join('\n')).toMatch(/console: .*Content Security Policy/u)
    expect((await accessibilityTrouble(page)).join('\n')).toContain('image-alt')
    await page.evaluate('alert("here")')
    expect(trouble).toContain('dialog: here')
    const look = await page.evaluate('[innerWidth, matchMedia("(prefers-color-scheme: dark)").matches]')
    expect(look).toEqual([390, true])
  })
})
