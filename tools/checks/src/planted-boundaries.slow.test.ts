import { describe, expect, it } from 'vitest'
import { copyWorkspace, place } from './copy-workspace.js'
import { has } from './repository.js'
import { run, tool } from './run-tool.js'
import { workspacePackages } from './workspace.js'

async function boundaries(folder: string): Promise<string> {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', COLUMNS: '400' }
  const { output } = await run([tool('turbo'), 'boundaries'], { cwd: folder, env })
  return output.replaceAll(/\s*\n\s*\|?\s*/g, ' ')
}

/** Arrows that the house does not have. */
const wrong: [from: string, to: string][] = [
  ['@recallite/fusion', '@recallite/store'],
  ['@recallite/chunker', '@recallite/analysis'],
  ['@recallite/store', '@recallite/analysis'],
  ['@recallite/embeddings', '@recallite/store'],
  ['@recallite/store-sqlite', '@recallite/embeddings-llama'],
  ['@recallite/embeddings-llama', '@recallite/store-sqlite'],
  ['@recallite/core', '@recallite/embeddings-llama'],
  ['recallite', '@recallite/eval'],
  ['@recallite/command-line', '@recallite/core'],
  ['@recallite/core', '@recallite/command-line'],
  ['@recallite/core', '@recallite/example-search-a-folder'],
]

describe('the arrows of turbo.json', () => {
  it('hold for the workspace as it is', async () => {
    expect(await boundaries(copyWorkspace())).toMatch(
      /Checked \d{2,} files in \d{2,} packages, no issues found/,
    )
  })

  it.each(wrong)('forbid %s to depend on %s', async (from, to) => {
    expect(await boundaries(copyWorkspace({ [from]: [to] }))).toContain(
      `Package \`${to}\` found without any tag listed in allowlist for \`${from}\``,
    )
  })

  it('end at the package: no import reaches into another by its path', async () => {
    const folder = copyWorkspace()
    place(folder, 'packages/fusion/src/escape.ts', "import '../../store/contract/src/planted.js'\n")
    expect(await boundaries(folder)).toContain('leaves the package')
  })

  it('know every package that packages depend on', () => {
    const untagged = workspacePackages().filter(({ folder }) => !has(`${folder}/turbo.json`))
    expect(untagged.map(({ folder }) => folder)).toEqual([])
  })
})
