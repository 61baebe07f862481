import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedChromium, startChromium } from './__fixtures__/chromium.js'
import { endless, sample, wide } from './__fixtures__/sample-page.js'
import { colouredTexts, contrastOf } from './__fixtures__/text-contrasts.js'
import { visit } from './__fixtures__/visit.js'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

const nowhere = { x: NaN, y: NaN, width: NaN, height: NaN }

async function boxesOf(locator: Locator) {
  const elements = await locator.all()
  return Promise.all(elements.map(async (element) => (await element.boundingBox()) ?? nowhere))
}

function open(page: Page, text: string) {
  return page.locator('#query-list').getByRole('button', { name: text, exact: true }).click()
}

describe.skipIf(installedChromium === undefined)('the page of a report, in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startChromium()
  })
  afterAll(() => browser.close())

  it('opens without a network, with a title and headings in order', async () => {
    await visit({ browser, runs: [sample] }, async (page) => {
      expect(await page.title()).toBe('Recall on 2 suites – Recallite evaluation')
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
      const headings = await page.locator('h1, h2, h3, h4').all()
      const names = await Promise.all(headings.map((heading) => heading.evaluate(({ tagName }) => tagName)))
      const levels = names.map((name) => Number(name.slice(1)))
      expect(levels[0]).toBe(1)
      expect(levels.filter((level) => level === 1)).toHaveLength(1)
      expect(levels.filter((level, index) => level > (levels[index - 1] ?? level) + 1)).toEqual([])
    })
  })

  it.each([
    ['usual texts', sample, 'Where is thing number 3?'],
    ['endless words', wide, endless],
  ])('never scrolls sideways on a phone, with %s', async (_, run, text) => {
    await visit({ browser, runs: [run], options: phone }, async (page) => {
      await open(page, text)
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(widths).toEqual([360, 360])
      const [first, second] = await page.locator('.ranking').all()
      expect((await second?.boundingBox())?.y).toBeGreaterThan((await first?.boundingBox())?.y ?? Infinity)
    })
  })

  it.each([
    ['light', 'rgb(252, 252, 250)'],
    ['dark', 'rgb(26, 25, 24)'],
  ] as const)(
    'has a ground of its own in %s mode, and ink that stands out from it',
    async (colorScheme, own) => {
      await visit({ browser, runs: [sample], options: { colorScheme } }, async (page) => {
        await open(page, 'Where is thing number 3?')
        for (const summary of await page.locator('summary').all()) await summary.click()
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
          own,
        )
        const texts = await page.evaluate(colouredTexts)
        expect(texts.length).toBeGreaterThan(300)
        expect(texts.filter((text) => contrastOf(text) < 4.5)).toEqual([])
      })
    },
  )

  it('shows how far confidence can be believed, a column for each tenth', async () => {
    await visit({ browser, runs: [sample] }, async (page) => {
      await page.getByRole('link', { name: 'Confidence' }).click()
      expect(new URL(page.url()).hash).toBe('#confidence')
      const table = page.getByRole('region', { name: 'Share found by confidence' })
      expect(await table.getByRole('row').count()).toBe(1 + 4)
      expect(await table.locator('tbody tr').first().locator('td').count()).toBe(10)
    })
  })

  it('sorts a table by the column whose heading is pressed, figures from the top, with the keyboard as well', async () => {
    await visit({ browser, runs: [sample] }, async (page) => {
      const table = page.locator('table.measures').first()
      const names = () => table.locator('tbody th').allTextContents()
      const trimmed = async () => (await names()).map((name) => name.replaceAll(/\s+/g, ' ').trim())
      const before = await trimmed()
      const figures = async () =>
        (await table.locator('tbody tr td:nth-child(3) .figure').allTextContents()).map(Number)
      const heading = table.getByRole('button', { name: 'hit@6' })
      await heading.click()
      const down = await figures()
      expect(down).toEqual(down.toSorted((a, b) => b - a))
      expect(new Set(down).size).toBeGreaterThan(1)
      expect(await table.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending')
      await heading.press('Enter')
      expect(await figures()).toEqual(down.toReversed())
      await table.getByRole('button', { name: 'Strategy' }).press('Space')
      expect(await trimmed()).toEqual(before.toSorted((a, b) => a.localeCompare(b, 'en')))
    })
  })

  it('leads with the verdict and draws found against abstained, each strategy with its dot', async () => {
    await visit({ browser, runs: [sample] }, async (page) => {
      await expect
        .poll(() => page.locator('header .run-verdict').textContent())
        .toMatch(/keyword.*found@limit of/)
      const plot = (await boxesOf(page.locator('#thresholds .chart-plot').first()))[0] ?? nowhere
      const dots = await boxesOf(page.locator('#thresholds .dot'))
      expect(dots).toHaveLength(4)
      for (const dot of dots) {
        const [x, y] = [dot.x + dot.width / 2, dot.y + dot.height / 2]
        expect(x).toBeGreaterThanOrEqual(plot.x - 1)
        expect(x).toBeLessThanOrEqual(plot.x + plot.width + 1)
        expect(y).toBeGreaterThanOrEqual(plot.y - 1)
        expect(y).toBeLessThanOrEqual(plot.y + plot.height + 1)
      }
    })
  })

  it('shows two runs as differences, with what was expected of each query that changed', async () => {
    const place = { startLine: 1, endLine: 2, score: 1, confidence: 1, hasPassage: true }
    const after = {
      ...sample,
      answers: sample.answers.map((answer) => ({
        ...answer,
        results: answer.documents.slice(0, 6).map((document) => ({ document, ...place })),
      })),
    }
    await visit({ browser, runs: [sample, after] }, async (page) => {
      const changes = page.locator('#changes')
      expect(await changes.locator('tbody tr').count()).toBe(2 * 4)
      expect(await changes.getByText('▲ better').count()).toBeGreaterThan(0)
      const [first = ''] = await changes.locator('.changes li').allTextContents()
      expect(first).toMatch(/Where is thing number \d+\?.*0\.000 → 1\.000.*expected note-\d+\.md/s)
    })
  })

  it('can be printed', async () => {
    await visit({ browser, runs: [sample] }, async (page) => {
      await page.emulateMedia({ media: 'print' })
      expect(await page.getByLabel('Search').isVisible()).toBe(false)
      expect(await page.locator('table.measures').first().isVisible()).toBe(true)
    })
  })

  it('can be read without its script', async () => {
    await visit({ browser, runs: [sample], options: { javaScriptEnabled: false } }, async (page) => {
      expect(await page.locator('table.measures').first().isVisible()).toBe(true)
      expect(await page.getByLabel('Search').isVisible()).toBe(false)
      expect(await page.getByText('Queries are listed here if').isVisible()).toBe(true)
    })
  })
})
