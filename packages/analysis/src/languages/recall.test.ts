import { describe, expect, it } from 'vitest'
import { parseQuery } from '../parse-query.js'
import { foldWord } from '../word-forms.js'
import { indexWords } from '../words.js'
import { type Language, loadLanguages, otherLanguages } from './language.js'
import { matches } from './testing/matches.js'

await loadLanguages(otherLanguages)

/** Notes, and a question for each in other forms of its words. */
const collections: Readonly<Record<'de' | 'fr', readonly (readonly [string, string])[]>> = {
  de: [
    ['Der Vertrag mit der Hausverwaltung endet im März.', 'Verträge'],
    ['Neue Häuser brauchen einen Anschluss an das Netz.', 'Haus'],
    ['Wir haben die Entscheidung auf den Herbst verschoben.', 'Entscheidungen'],
    ['Die Sicherungskopien liegen auf dem zweiten Server.', 'Sicherungskopie'],
    ['Anna kündigte das Abonnement am Montag.', 'kündigen'],
    ['Für jede Rechnung gibt es ein eigenes Verzeichnis.', 'Rechnungen'],
    ['Die Datenbanken werden nachts geprüft.', 'Datenbank'],
    ['Das Buch über Gärten steht im Regal.', 'Bücher'],
    ['Der Arzt empfiehlt längere Spaziergänge.', 'Ärzte'],
    ['In den Städten gilt ein anderer Tarif.', 'Stadt'],
    ['Der Drucker meldet einen Fehler beim Start.', 'Fehlern'],
    ['Die größeren Räume sind schon vergeben.', 'Raum'],
  ],
  fr: [
    ['Le contrat avec le fournisseur se termine en mars.', 'contrats'],
    ['Les sauvegardes sont sur le deuxième serveur.', 'sauvegardée'],
    ['Nous avons décidé de reporter la réunion.', 'décidées'],
    ['Les chevaux sont au pré depuis lundi.', 'cheval'],
    ['La facture a été envoyée au client.', 'factures'],
    ['Les bases de données sont vérifiées la nuit.', 'vérifier'],
    ['Anna a résilié son abonnement.', 'résilier'],
    ['Chaque élève a reçu un livre.', 'élèves'],
    ['Le journal local en a parlé.', 'journaux'],
    ['Les erreurs signalées sont corrigées.', 'corrigé'],
    ['Une décision importante a été prise.', 'décisions'],
    ['Les machines installées hier marchent.', 'installer'],
  ],
}

/** Questions that find their own note. */
function found(
  language: 'de' | 'fr',
  indexed: Language,
  ask: (question: string) => string = String,
): string[] {
  const kept = collections[language].filter(([note, question]) =>
    matches(parseQuery(ask(question), { languages: [indexed] }).tree, indexWords(note, indexed)),
  )
  return kept.map(([, question]) => question)
}

describe.each([
  { language: 'de', asEnglish: 3, own: 11, withoutAccents: 11 },
  { language: 'fr', asEnglish: 5, own: 12, withoutAccents: 10 },
] as const)('inflected questions in $language', ({ language, asEnglish, own, withoutAccents }) => {
  it('find their notes by the stems of the language, few of them by English ones', () => {
    expect(found(language, 'en')).toHaveLength(asEnglish)
    expect(found(language, language)).toHaveLength(own)
  })

  it('find nearly as many without accents', () => {
    expect(found(language, language, foldWord)).toHaveLength(withoutAccents)
  })

  it('find no note that has nothing of what is asked', () => {
    const notes = collections[language].map(([note]) => indexWords(note, language))
    const others = collections[language].flatMap(([, question], asked) => {
      const { tree } = parseQuery(question, { languages: [language] })
      return notes.filter((note, index) => index !== asked && matches(tree, note))
    })
    expect(others).toEqual([])
  })
})
