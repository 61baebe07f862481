import type { OpenPage } from '@recallite/test-kit/chromium'
import { expect } from 'vitest'
import { builtCli } from '../../__fixtures__/run-cli.js'
import { startProgram } from '../../mcp/__fixtures__/served-memory.js'

interface Program {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** More flags, such as the location of the memory. */
  readonly args?: readonly string[]
}

/** Starts `recallite ui` as a separate process, and opens its link in a real browser. */
export async function openPageOf(
  { cwd, env, args = [] }: Program,
  openPage: OpenPage,
  screen?: Parameters<OpenPage>[0],
) {
  const whole = { ...(process.env as Record<string, string>), ...env }
  const running = startProgram([builtCli, 'ui', '--no-open', '--port', '0', ...args], { cwd, env: whole })
  await expect.poll(() => running.said.stdout).toMatch(/\n/u)
  const { page, trouble } = await openPage(screen)
  await page.goto(running.said.stdout.trim())
  // From now on the page handles keys.
  await page.getByRole('navigation').waitFor()
  const goTo = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
  return { page, trouble, running, goTo }
}
