import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedChromium, newPage, openFile, startChromium } from './__fixtures__/chromium.js'
import { hostileText, hostileTexts } from './__fixtures__/hostile-texts.js'
import { pageOf, reportOf } from './__fixtures__/sample-report.js'
import { queryOf, rankedOf, runOf, sampleSettings, suiteOf } from './__fixtures__/sample-run.js'
import { visibleText } from './markup.js'
import { readPageCode } from './write-report.js'

/** A run in which every text that comes from outside is hostile. */
function hostileRun() {
  const grades = Object.fromEntries(hostileTexts.map((text, index) => [text, index + 1]))
  const passages = [{ document: hostileTexts[0] ?? '', contains: hostileText }]
  const query = queryOf({ id: hostileText, text: hostileText, kind: hostileText, grades, passages })
  const suite = suiteOf([query, queryOf({ id: 'plain' })], { name: hostileText, description: hostileText })
  const ranking = hostileTexts.map((text) =>
    rankedOf(text, {
      heading: [text, hostileText],
      snippet: hostileText,
      contributions: [{ source: hostileText, rank: 1, raw: 1, value: 1 }],
    }),
  )
  const run = runOf([suite], ['keyword', hostileText], () => ({
    documents: hostileTexts,
    ranking,
    degraded: [hostileText],
  }))
  const model = { provider: hostileText, model: hostileText, dimensions: 1, promptStyle: hostileText }
  const environment = {
    version: hostileText,
    node: hostileText,
    platform: hostileText,
    processor: hostileText,
  }
  return { ...run, settings: { ...sampleSettings, model }, environment, startedAt: hostileText }
}

/** Everything in the page that could act. */
function actors(page: Page) {
  return page.evaluate(() => ({
    scripts: document.scripts.length,
    others: document.querySelectorAll(
      'img, iframe, object, embed, svg [onload], [style], base, meta[http-equiv=refresh]',
    ).length,
    handlers: [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on')),
    ).length,
    links: [...document.links].filter((link) => !link.getAttribute('href')?.startsWith('#')).length,
  }))
}

describe.skipIf(installedChromium === undefined)('a report on hostile texts, in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startChromium()
  })
  afterAll(() => browser.close())

  it('shows them as they are and does nothing else', async () => {
    const html = pageOf([reportOf(hostileRun(), hostileText)], readPageCode())
    const page = await newPage(browser)
    const problems = await openFile(page, html)
    const shown = visibleText(hostileText)
    await page.locator('.query button').first().click()
    expect(await page.title()).toContain(shown.slice(0, 20))
    expect(await page.locator('.suite h2').first().textContent()).toBe(shown)
    expect(await page.locator('.query button').first().textContent()).toBe(shown)
    expect(await page.locator('.snippet').first().textContent()).toBe(shown)
    expect(await page.locator('.ranking').first().locator('.path').allTextContents()).toEqual(
      hostileTexts.map(visibleText),
    )
    expect(await page.locator('.chart-legend li').last().textContent()).toContain(shown)
    expect(await page.locator('#filter-kind').locator('option').allTextContents()).toContain(shown)
    await page.locator('#filter-kind').selectOption({ label: shown })
    expect(await page.locator('.query').count()).toBe(1)
    await page.getByLabel('Search').fill('onerror=alert(1)>')
    expect(await page.locator('.query').count()).toBe(1)
    expect(await actors(page)).toEqual({ scripts: 2, others: 0, handlers: 0, links: 0 })
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('would not let through what got into the page after all', async () => {
    const html = pageOf([reportOf(runOf([suiteOf([queryOf({ id: 'q1' })])], ['rrf']))], readPageCode())
    const planted = html.replace(
      '</main>',
      '<img src="x" onerror="document.title = 1"><script>document.title = 2</script></main>',
    )
    expect(planted).not.toBe(html)
    const page = await newPage(browser)
    const problems = await openFile(page, planted)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(await page.title()).toContain('Recall on notes')
    expect(
      problems.filter((problem) => problem.includes('Content Security Policy')).length,
    ).toBeGreaterThanOrEqual(2)
    const assigned = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<b>markup</b>'
        return 'done'
      } catch (error) {
        return String(error)
      }
    })
    expect(assigned).toContain('TrustedHTML')
    await page.context().close()
  })
})
