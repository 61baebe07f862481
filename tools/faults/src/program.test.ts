import { describe, expect, it } from 'vitest'
import { faultsOfRun } from './program.ts'

const fine = {
  command: 'recallite index',
  exitCode: 0,
  signal: null,
  isTimedOut: false,
  stdout: '',
  stderr: '',
  milliseconds: 1,
}

describe('faultsOfRun', () => {
  it('finds no problem if a process succeeds, or fails with a message', () => {
    expect(faultsOfRun(fine)).toEqual([])
    expect(
      faultsOfRun({ ...fine, exitCode: 1, stderr: 'recallite: The disk is full. (STORE_FULL)' }),
    ).toEqual([])
    expect(faultsOfRun({ ...fine, stdout: 'we met at the quay (at 10:30:00)' })).toEqual([])
  })

  it.each([
    ['did not end in time', { exitCode: null, signal: 'SIGKILL', isTimedOut: true }],
    ['was ended by SIGSEGV', { exitCode: null, signal: 'SIGSEGV' }],
    ['ended with 139', { exitCode: 139, stderr: 'x' }],
    ['failed without output', { exitCode: 1 }],
    ['printed a stack trace', { exitCode: 1, stderr: 'Error: x\n    at open (file:///x/bin.js:3:14)\n' }],
    ['printed a stack trace', { exitCode: 1, stderr: 'Error: x\n    at node:internal/main:28:49\n' }],
  ])('finds that a process %s', (fault, run) => {
    expect(faultsOfRun({ ...fine, ...run })).toEqual([`recallite index: ${fault}`])
  })
})
