/*
 * The program, but for its searches: they find nothing, or show a file that lies outside the folder; and what it says that it
 * remembers is not stored. What a suite is for is to notice that.
 */
import { existsSync, readFileSync } from 'node:fs'

const outside = '../outside/secret.md'

const program = new URL('../../../../apps/cli/dist/bin.js', import.meta.url)

if (process.argv[2] === 'remember') process.stdout.write('{\n  "outcome": "added"\n}\n')
else if (process.argv[2] !== 'search') await import(program.href)
else if (existsSync(outside)) process.stdout.write(readFileSync(outside, 'utf8'))
else process.stdout.write('{"results":[]}\n')
