import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer, answerText } from '@recallite/test-kit'
import { accessibilityTrouble, noChromium, screens, usePages } from '@recallite/test-kit/chromium'
import { describe, expect, it, vi } from 'vitest'
import { notesPage } from './__fixtures__/notes-page.js'

vi.setConfig({ testTimeout: 120_000 })

const paragraph = 'The keeper of the harbour writes the log of each ship and its cargo. '.repeat(5)
const sections = Array.from(
  { length: 2800 },
  (_, number) => `## Section ${number}\n\n${paragraph}${number === 2000 ? 'A zeppelin landed.' : ''}\n`,
)

const notes = {
  'gateway.md': `---\ndate: 2026-02-11\ntags: [network]\n---\n# Gateway\n\nIt ends TLS. See [[Renewal#The day|when]] and [the runbook](runbooks/restart.md).\n\n![Map](map.png)\n\n## Certificates\n\nA certificate of the gateway lives for **90 days**.\n`,
  'renewal.md': '# Renewal\n\nOf certificates.\n\n## The day\n\nThe first Monday of a month.\n',
  'runbooks/restart.md': '# Restart\n\nRun `restart gateway`.\n',
  'big.md': `# Big\n\n${sections.join('\n')}`,
}
const records = [
  { id: 'port', content: 'The gateway listens on port 8443.', collection: 'network' },
  { id: 'mira', content: 'Mira prefers short answers.' },
]

const results = (page: Awaited<ReturnType<typeof notesPage>>['page']) => page.locator('[data-result]')

describe(`the search page in a browser${noChromium}`, { skip: noChromium !== '' }, () => {
  const openPage = usePages()

  it('works with only the keyboard, from recent notes and records to a passage and back', async () => {
    const { page, trouble } = await notesPage(openPage, { notes, records })
    const paint = await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`)
    expect(paint).toBeLessThan(5000)
    await page.getByText('This memory holds 4 notes in notes and 2 records.').waitFor()
    expect(await page.getByRole('region', { name: 'Recent notes' }).getByRole('link').count()).toBe(4)
    await page.keyboard.type('certificate of the gateway')
    await page.keyboard.press('Enter')
    const first = results(page).first()
    await expect.poll(() => first.innerText()).toBe('Gateway')
    const item = page.locator('.results li').first()
    expect(await item.innerText()).toMatch(/Note 2026-02-11 · notes:gateway\.md/u)
    expect(await item.innerText()).toContain('lives for 90 days')
    expect(await item.locator('mark').allInnerTexts()).toContain('certificate')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Gateway')
    await page.keyboard.press('Enter')
    await page.locator('.passage', { hasText: 'lives for' }).waitFor()
    expect(await page.locator('.passage strong').innerText()).toBe('90 days')
    await expect
      .poll(() => page.evaluate(`[...CSS.highlights.get('query')].map(String)`))
      .toContain('certificate')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Gateway')
    await page.getByRole('link', { name: 'Records' }).click()
    await page.getByRole('link', { name: 'Search' }).click()
    await expect.poll(() => page.getByLabel('Query').inputValue()).toBe('certificate of the gateway')
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('go to the search box').waitFor()
    expect(trouble.filter((each) => !each.includes('404'))).toEqual([])
  })

  it('filters by chips, which are part of the URL, and says when nothing is likely to answer', async () => {
    const { page, trouble, goTo } = await notesPage(openPage, { notes, records })
    await goTo('#/search?q=gateway')
    await results(page).first().waitFor()
    await page.getByRole('button', { name: 'Records' }).click()
    await expect.poll(() => results(page).allInnerTexts()).toEqual(['The gateway listens on port 8443.'])
    expect(page.url()).toContain('kind=record')
    expect(await page.locator('.results li').innerText()).toContain('Record')
    await page.getByRole('button', { name: 'Records', pressed: true }).click()
    await page.getByRole('button', { name: '#network' }).click()
    await expect.poll(() => results(page).allInnerTexts()).not.toContain('Restart')
    expect(await results(page).allInnerTexts()).toContain('Gateway')
    await goTo('#/search?q=gateway&path=runbooks%2F**')
    await expect.poll(() => results(page).allInnerTexts()).toEqual(['Restart'])
    await page.getByRole('button', { name: 'path: runbooks/**' }).click()
    await expect.poll(() => page.url()).not.toContain('path')
    await goTo('#/search?q=quantum+blockchain+dinosaurs+keeper')
    await page.getByText('Nothing in this memory is likely to answer this').waitFor()
    await page.getByRole('button', { name: /less likely/u }).click()
    await results(page).first().waitFor()
    await page.getByRole('link', { name: 'Explain this ranking' }).click()
    await page.getByRole('region', { name: 'Candidates' }).locator('tr[data-row]').first().waitFor()
    expect(trouble).toEqual([])
  })

  it('renders a note with its images, outline, links and backlinks, and follows links to a heading', async () => {
    const { page, trouble, goTo, folder } = await notesPage(openPage, { notes, records })
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    writeFileSync(join(folder, 'map.png'), Buffer.from(png, 'base64'))
    await goTo('#/notes?root=notes&path=gateway.md')
    const image = page.getByRole('img', { name: 'Map' })
    await expect.poll(() => image.evaluate((each) => Reflect.get(each, 'naturalWidth'))).toBe(1)
    await page.getByText('Outline and links').click()
    expect(await page.getByRole('navigation', { name: 'Outline' }).innerText()).toContain('Certificates')
    expect(await page.getByRole('navigation', { name: 'Links to' }).innerText()).toContain('renewal.md')
    await page.getByRole('link', { name: 'when' }).click()
    await page.locator('h2.passage', { hasText: 'The day' }).waitFor()
    await page.getByText('Outline and links').click()
    expect(await page.getByRole('navigation', { name: 'Linked from' }).innerText()).toContain('gateway.md')
    await page.getByRole('navigation', { name: 'Linked from' }).getByRole('link').click()
    await page.getByRole('link', { name: 'the runbook' }).click()
    await page.getByRole('heading', { name: 'Restart' }).waitFor()
    expect(await page.getByRole('link', { name: 'Open in VS Code' }).getAttribute('href')).toMatch(
      /^vscode:\/\/file\/.*restart\.md:1$/u,
    )
    expect(trouble).toEqual([])
  })

  it('opens a note of 1 MB at the passage, and loads the rest while scrolling', async () => {
    const { page, trouble, goTo } = await notesPage(openPage, { notes, records })
    const times: number[] = []
    for (let round = 0; round < 5; round += 1) {
      await goTo('#/search?q=zeppelin')
      await results(page).first().waitFor()
      times.push(
        (await page.evaluate(`(async () => {
          const start = performance.now()
          document.querySelector('[data-result]').click()
          while (!document.querySelector('.passage')) await new Promise((done) => requestAnimationFrame(done))
          await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
          return performance.now() - start
        })()`)) as number,
      )
    }
    expect(Math.min(...times)).toBeLessThan(2000)
    const passage = page.getByText('A zeppelin landed.')
    await expect
      .poll(() => passage.evaluate((each) => Math.abs(each.getBoundingClientRect().top - 450)))
      .toBeLessThan(500)
    const last = () => page.locator('.rendered [data-line]').last().getAttribute('data-line').then(Number)
    const before = await last()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expect.poll(last).toBeGreaterThan(before)
    await page.getByRole('link', { name: 'Earlier lines' }).click()
    await expect
      .poll(() => page.locator('.rendered [data-line]').first().getAttribute('data-line').then(Number))
      .toBeLessThan(before - 600)
    expect(trouble).toEqual([])
  })

  it('does nothing with hostile Markdown', async () => {
    const server = await startServer(answerText('alert(1)'))
    const evil = new URL('evil', server.url).href
    const hostile = [
      `# <script>alert(1)</script> <img src=x onerror=alert(2)>\n`,
      `<script src="${evil}"></script>\n\n<svg onload=alert(3)><image href="${evil}"/></svg>\n\n<iframe src="${evil}"></iframe>\n`,
      `[a](javascript:alert(4)) [b](java\tscript:alert(5)) [c](data:text/html,<script>alert(6)</script>) [[javascript:alert(7)|d]] <javascript:alert(8)>\n`,
      `![e](${evil}.png) ![f](data:image/svg+xml;base64,PHN2Zy8+) ![g](//${new URL(evil).host}/x.png) ![h](x.svg) ![[${evil}.png]]\n`,
      `<a href="javascript:alert(9)">i</a> [j](${evil} "onclick=alert(10)") <style>@import '${evil}'</style> <link rel=stylesheet href=${evil}>\n`,
      `| <b onmouseover=alert(11)> | [k](vbscript:l) |\n|---|---|\n| \u202E | <form action=${evil}><button>m |\n`,
    ].join('\n')
    const { page, trouble, goTo, folder } = await notesPage(openPage, {
      notes: { 'hostile.md': hostile },
      records: [{ id: 'x', content: hostile }],
    })
    writeFileSync(join(folder, 'x.svg'), '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(12)"/>')
    const own = new URL(page.url()).host
    const foreign: string[] = []
    page.on('request', (request) => new URL(request.url()).host !== own && foreign.push(request.url()))
    for (const hash of [
      '#/notes?root=notes&path=hostile.md',
      '#/search?q=alert',
      '#/records?id=x',
      '#/search',
      '#/explain?q=alert',
    ]) {
      await goTo(hash)
      await page.getByText('alert(').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(
        await page
          .locator(
            'main :is(script, iframe, svg:not(.lines), style, link, object, form:not([role=search], .fields), [onload], [onerror], [onclick], [onmouseover])',
          )
          .count(),
      ).toBe(0)
      expect(await page.locator('main img').count()).toBe(0)
      const addresses = await page
        .locator('main a')
        .evaluateAll((all) => all.map((each) => String(Reflect.get(each, 'href'))))
      const wrong = addresses.filter(
        (each) =>
          !each.startsWith(`http://${own}/`) && !each.startsWith('vscode://file/') && !each.startsWith(evil),
      )
      expect(wrong).toEqual([])
    }
    await goTo('#/notes?root=notes&path=hostile.md')
    for (const name of ['a', 'b', 'c', 'd'])
      await page
        .getByText(name, { exact: true })
        .first()
        .click({ timeout: 500 })
        .catch(() => undefined)
    expect(foreign).toEqual([])
    expect(server.requests).toEqual([])
    expect(trouble.filter((each) => !each.includes('404'))).toEqual([])
    const target = page.locator(`main a[href="${evil}"]`).first()
    expect([await target.getAttribute('rel'), await target.getAttribute('target')]).toEqual([
      'noreferrer',
      '_blank',
    ])
  })

  it('fits three widths in both colour schemes, and axe finds no problem', async () => {
    const { page, goTo } = await notesPage(openPage, { notes, records })
    for (const hash of [
      '#/search',
      '#/search?q=gateway&kind=file',
      '#/notes?root=notes&path=gateway.md&line=11&end=13&q=gateway',
      '#/notes?root=notes&path=gateway.md&source=1',
      '#/records?id=port',
      '#/notes',
    ]) {
      await goTo(hash)
      await page.locator('[data-result], .rendered [data-line], .panel h2, tr[data-row]').first().waitFor()
      await page.waitForLoadState('networkidle')
      for (const { viewport, colorScheme } of screens) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        const about = JSON.stringify({ hash, viewport, colorScheme })
        expect(await accessibilityTrouble(page), about).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), about).toBe(true)
      }
    }
  })
})
