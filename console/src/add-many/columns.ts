import { plainText } from '../core/plain-text.ts'
import { type FieldName, fieldNames, fieldWords } from '../model/fields.ts'
import { type ProfileField, profileFields, profileWords } from '../model/profile-fields.ts'

/** What a column of a spreadsheet may hold: a field of an animal, or of its profile. */
export type ColumnName = FieldName | ProfileField

/** The labels of the columns. */
export const columnWords: Readonly<Record<ColumnName, string>> = { ...fieldWords, ...profileWords }

export const columnNames: readonly ColumnName[] = [...fieldNames, ...profileFields]

/** A value for each column. */
export const ofColumns = <T>(value: (name: ColumnName) => T): Readonly<Record<ColumnName, T>> =>
  // The object has every column.
  Object.fromEntries(columnNames.map((name) => [name, value(name)])) as Record<ColumnName, T>

/** The index of each column in the spreadsheet, from 0; -1 for none. */
export type Columns = Readonly<Record<ColumnName, number>>

/**
 * The headings in English, German, French and Spanish spreadsheets: without accents, spaces and punctuation,
 * and without `affixes`.
 */
const headings: Readonly<Partial<Record<ColumnName, string>>> = {
  name: 'names?|animals?|pets?|animalname|petname|tier|tiername|rufname|nom|nombre',
  categoryId: 'category|categories|kind|type|animaltype|kategorie|categorie|categoria|tipo',
  status: 'stat(?:us|e|ut)|zustand|etat|estado',
  species: 'species|art|tierart|gattung|espece|especie',
  breed: '(?:primary)?breeds?|rasse|race|raza',
  sex: 'sex|gender|geschlecht|sexe|sexo|genero|genre',
  born: 'born|birth|birthday|dob|geboren|geb|geburts?|geburtstag|naissance|ne+le?|ne|nacimiento|nacid[oa]',
  colour: '(?:base)?colou?r|farbe|fellfarbe|couleur|robe|pelaje',
  size: 'size|grosse|groesse|taille|tamano',
  chip: '(?:micro|mikro)?chip|transponder|puce|identification',
  arrivedOn:
    'arrived|arrival|intake|admitted|admission|received|broughtin|in|ankunft|eingangs?|aufnahme|aufgenommen|zugangs?|' +
    'arrivee?|e?ntree|llegada|ingreso|entrada',
  location:
    '(?:shelter)?location|place|kennel|cage|room|standort|platz|zwinger|raum|ort|box|emplacement|lieu|lugar|ubicacion|jaula',
  description:
    'description|notes?|comments?|remarks?|bio|beschreibung|bemerkung|bemerkungen|kommentar|remarques?|descripcion|observaciones|notas|comentarios',
}

/** Parts before and after the word of a heading that carry no meaning, as in "date of birth" and "Chip-Nr.". */
const affixes =
  /^(?:profile|animals?|pets?)?(?:dates?|fecha|numero|no|n)?(?:of|de(?:la?)?|d|du)?(.+?)(?:dat(?:e|um)|id|nr|nummer|number|no|on|am|le|el)?$/

/** The columns that the headings name; undefined if the first row has no headings. */
export const columnsOfHeadings = (first: readonly string[] = []): Columns | undefined => {
  const found = first.map((heading) => {
    const letters = plainText(heading).replaceAll(/[^a-z\d]/g, '')
    return { letters, word: affixes.exec(letters)?.[1] ?? letters }
  })
  const taken = new Set<number>()
  const columns = ofColumns((name) => {
    const pattern = new RegExp(`^(?:${plainText(name)}|${headings[name] ?? name})$`)
    const own = plainText(columnWords[name]).replaceAll(/[^a-z\d]/g, '')
    const at = found.findIndex(
      ({ letters, word }, column) =>
        !taken.has(column) &&
        (letters === own || pattern.test(letters) || (name !== 'name' && pattern.test(word))),
    )
    taken.add(at)
    return at
  })
  if (columns.name < 0) return undefined
  // Without a column for the category, the species serves as the category.
  return columns.categoryId < 0 ? { ...columns, categoryId: columns.species } : columns
}
