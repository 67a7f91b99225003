import type { FormHTMLAttributes } from 'preact'

/** A form that the page judges and sends by itself, so the browser does neither. */
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
