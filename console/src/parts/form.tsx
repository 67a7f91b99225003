import type { FormHTMLAttributes } from 'preact'

/** A form that the page validates and sends itself, in place of the browser. */
export const Form = ({
  onSubmit,
  ...rest
}: Omit<FormHTMLAttributes, 'onSubmit'> & { readonly onSubmit: () => void }) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
    {...rest}
  />
)
