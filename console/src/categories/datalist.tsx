import { categories } from './names.ts'

/** The named categories as a `datalist`: the browser suggests them in a field whose `list` is this id. */
export const CategoryNames = ({ id }: { readonly id: string }) => (
  <datalist id={id}>
    {categories.value.map(({ id: number, name }) => (
      <option key={number} value={name}>
        {number}
      </option>
    ))}
  </datalist>
)
