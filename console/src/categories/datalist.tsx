import { categories } from './names.ts'

/** The named categories, as what the browser suggests in a field that `list`s this id. */
export const CategoryNames = ({ id }: { readonly id: string }) => (
  <datalist id={id}>
    {categories.value.map(({ id: number, name }) => (
      <option key={number} value={name}>
        {number}
      </option>
    ))}
  </datalist>
)
