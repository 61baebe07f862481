import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CodedError, type Io } from '@recallite/command-line'
import type { Routes } from '../serve/answer-route.js'
import { loopback } from '../serve/resident-files.js'
import { createSessions } from './sessions.js'

/** The page of a program that serves a memory. */
export interface Page {
  readonly sessions: ReturnType<typeof createSessions>
  /** The folder of its files: by default where the build puts them beside the program. */
  readonly folder: string
}

const builtFolder = (): string => fileURLToPath(new URL('./ui/', import.meta.url))

/** The page as it was built. */
export const createPage = (): Page => ({ sessions: createSessions(), folder: builtFolder() })

/** @throws CodedError `PAGE_MISSING` if the files of the page are not there */
export function assertPage(folder = builtFolder()): void {
  if (existsSync(folder)) return
  const advice = 'Install the program again: npm install --global recallite'
  throw new CodedError('PAGE_MISSING', `The page's folder ${folder} is missing. ${advice}`)
}

/** The path at which the user's own commands, and no other program, are given a link. */
export const linkPath = '/v1/page-link'

/** What is answered there, as JSON. */
export const linkRoutes: Routes<{ readonly page: Page; readonly program: { readonly port: number } }> = {
  [linkPath]: { method: 'POST', answer: async (_, { page, program }) => makeLink(page, program.port) },
}

/** An address that opens the page once. */
export function makeLink({ sessions }: Page, port: number): string {
  return `http://${loopback}:${port}/ui/open/${sessions.makeCode()}`
}

/** Prints a link for the user to open. */
export function printLink(link: string, io: Pick<Io, 'write' | 'talk'>): void {
  io.write(`${link}\n`)
  io.talk('The link opens once, within five minutes. For another one: recallite ui\n')
}
