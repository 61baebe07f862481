import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
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

\`\`\`ts
second()
\`\`\`
`

describe('the first example of a README', () => {
  it('is code for a library, and lines for a shell for a program', () => {
    expect(firstExample(readme, false)).toBe("console.log('first')")
    expect(firstExample(readme, true)).toBe('one index')
  })

  it('comes with what npm is told to install', () => {
    expect(installWords(readme)).toEqual(['one', '@two/three'])
    expect(installWords('```sh\nnpm install --global one   # Node 22\n```')).toEqual(['--global', 'one'])
    expect(() => installWords('# one')).toThrow('how it is installed')
  })

  it('has to be there', () => {
    expect(() => firstExample('# one\n\n```json\n{}\n```', false)).toThrow('no example')
  })

  it('changes where the text to be replaced is there, and is refused elsewhere', () => {
    expect(replaceAll("open('a', 'b')", { "'a'": "'$&'", "'b'": '2' })).toBe("open('$&', 2)")
    expect(() => replaceAll("open('a')", { "'b'": '2' })).toThrow("no longer: 'b'")
  })
})

describe('an example that runs', () => {
  const run = (code: string, shows?: RegExp) => {
    const env = { PATH: process.env.PATH }
    return runExample({ code, isProgram: false, project: temporaryFolder(), env }, shows)
  }

  it('may have types, and prints what shows that it worked', async () => {
    await expect(run('const two: number = 2\nconsole.log(two)', /^2$/mu)).resolves.toBeUndefined()
  })

  it('fails with what it wrote where it throws, or catches an error and prints that', async () => {
    await expect(run("throw new Error('no key')")).rejects.toThrow(/ended with 1:[^]*no key/u)
    await expect(run("console.log('no key')", /^2$/mu)).rejects.toThrow(/does not print[^]*no key/u)
  })
})
