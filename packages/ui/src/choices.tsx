import type { ComponentChildren } from 'preact'

export interface Choice {
  readonly value: string
  readonly label: ComponentChildren
  /** Behind the label, such as what it saves. */
  readonly badge?: string | undefined
  /** At the other end of the line, such as what it costs. */
  readonly aside?: ComponentChildren
}

interface ChoicesProps {
  readonly name: string
  readonly legend: string
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onChoose: (value: string) => void
}

/** One of a few, each a line that can be pressed. */
export function Choices({ name, legend, choices, value, onChoose }: ChoicesProps) {
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} class="choice">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          <span class="choice-label">
            {choice.label} {choice.badge && <span class="badge">{choice.badge}</span>}
          </span>
          {choice.aside && <span class="choice-aside">{choice.aside}</span>}
        </label>
      ))}
    </fieldset>
  )
}
