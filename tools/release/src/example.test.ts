import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { firstExample, installWords, replaceAll, runExample } from './example.ts'

const readme = `# one

It needs Node: \`npm install one @two/three\`.

\`\`\`sh
npm install --global one # Node 22
one index
\`\`\`

\`\`\`ts no-run
no()
\`\`\`

\`\`\`ts
console.log('first')
\`\`\`
`

it('the first example is code for a library, and lines for a shell for a program, and has to be there', () => {
  expect([firstExample(readme, false), firstExample(readme, true)]).toEqual([
    "console.log('first')",
    'one index',
  ])
  expect(() => firstExample('# one\n\n```json\n{}\n```', false)).toThrow('no example')
})

it('comes with what npm is told to install', () => {
  expect(installWords(readme)).toEqual(['one', '@two/three'])
  expect(() => installWords('# one')).toThrow('how it is installed')
})

it('changes where the text to be replaced is there, and is refused elsewhere', () => {
  expect(replaceAll("open('a', 'b')", { "'a'": "'$&'", "'b'": '2' })).toBe("open('$&', 2)")
  expect(() => replaceAll("open('a')", { "'b'": '2' })).toThrow("no longer: 'b'")
})

it.each([
  ['const two: number = 2\nconsole.log(two)', /^2$/mu, /^done$/u],
  ["throw new Error('no key')", undefined, /ended with 1:[^]*no key/u],
  ["console.log('no key')", /^2$/mu, /does not print[^]*no key/u],
])('%j has to print %s: %s', async (code, shows, outcome) => {
  const example = { code, isProgram: false, project: temporaryFolder(), env: { PATH: process.env.PATH } }
  expect(await runExample(example, shows).then(() => 'done', String)).toMatch(outcome)
})
