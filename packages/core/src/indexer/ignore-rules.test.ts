import { execFileSync, spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { scanRoot } from './scan.js'

const hasGit = spawnSync('git', ['--version']).status === 0

async function scannedPaths(path: string): Promise<string[]> {
  const scan = await scanRoot({ name: 'r', path }, { now: () => 0 })
  return scan?.files.map((file) => file.path) ?? []
}

/** The files that git would add to a repository, limited to those that a scan accepts. */
function listedByGit(folder: string): string[] {
  const question = ['ls-files', '-z', '--others', '--exclude-per-directory=.gitignore']
  const listed = execFileSync('git', question, { cwd: folder, encoding: 'utf8' })
  return listed
    .split('\0')
    .filter((path) => path.endsWith('.md'))
    .toSorted()
}

// Only ASCII letters, because `?` in git matches a byte.
const name = fc.constantFrom('a', 'b', 'c', 'build', 'x y', 'd', '[z]', '!n', '#h', 'a.b')

const file = name.map((text) => `${text}.md`)

const path = fc
  .tuple(fc.array(name, { maxLength: 3 }), file)
  .map(([folders, last]) => [...folders, last].join('/'))

const part = fc.oneof(
  { weight: 4, arbitrary: name },
  { weight: 2, arbitrary: file },
  fc.constantFrom(
    '*',
    '**',
    '*.md',
    '?',
    'a*',
    '*b*',
    '[ab]',
    '[!a]',
    '[a-c].md',
    String.raw`\[z\]`,
    String.raw`\!n`,
    String.raw`\#h`,
    '***',
    'x\\ y',
  ),
)

const pattern = fc
  .record({
    negation: fc.constantFrom('', '', '!'),
    front: fc.constantFrom('', '', '/', '**/'),
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    back: fc.constantFrom('', '', '/', '/**', '/*', ' ', '\r'),
  })
  .map(({ negation, front, parts, back }) => `${negation}${front}${parts.join('/')}${back}`)

const ignoreFile = fc.array(fc.oneof({ weight: 6, arbitrary: pattern }, fc.constantFrom('', '# note')), {
  minLength: 1,
  maxLength: 4,
})

const tree = fc.record({
  paths: fc.uniqueArray(path, { minLength: 1, maxLength: 8 }),
  ignores: fc.dictionary(
    fc.array(name, { maxLength: 2 }).map((folders) => [...folders, '.gitignore'].join('/')),
    ignoreFile,
    { minKeys: 1, maxKeys: 3 },
  ),
})

function makeTree({ paths, ignores }: { paths: string[]; ignores: Record<string, string[]> }): string {
  const folder = notesFolder()
  for (const each of paths) writeNote(folder, each, 'text')
  for (const [each, lines] of Object.entries(ignores)) writeNote(folder, each, `${lines.join('\n')}\n`)
  execFileSync('git', ['init', '-q'], { cwd: folder })
  return folder
}

describe.skipIf(!hasGit)('A20: ignore files', () => {
  it('hide exactly the files that git ignores', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (made) => {
        const folder = makeTree(made)
        expect(await scannedPaths(folder)).toEqual(listedByGit(folder))
      }),
      { numRuns: 40 },
    )
  })
})
