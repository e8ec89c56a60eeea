// @ts-check
import { digitsOf } from './card-check.js'

/** Puts digits in order as they are typed and keeps the caret behind the same digit. @param {HTMLInputElement} input @param {(digits: string) => string} format */
export function reformat(input, format) {
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  const atEnd = input.selectionStart === input.value.length
  input.value = format(input.value)
  if (atEnd || document.activeElement !== input) return
  let caret = 0
  for (let seen = 0; seen < before && caret < input.value.length; caret++) {
    if (/\d/.test(input.value[caret] ?? '')) seen++
  }
  input.setSelectionRange(caret, caret)
}

/** Takes the digit before a separator away with it. @param {KeyboardEvent} event @param {HTMLInputElement} input */
export function eraseOverSeparator(event, input) {
  const { selectionStart: start, selectionEnd: end, value } = input
  if (event.key !== 'Backspace' || start === null || start !== end || !/\D/.test(value[start - 1] ?? '1')) return
  const kept = value.slice(0, start).replace(/\d?\D+$/, '')
  event.preventDefault()
  input.value = kept + value.slice(start)
  input.setSelectionRange(kept.length, kept.length)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Arrow keys and Backspace lead out of an input into its neighbour. @param {HTMLInputElement[]} inputs */
export function joinInputs(inputs) {
  inputs.forEach((input, i) => {
    input.addEventListener('keydown', (event) => {
      const { selectionStart: start, selectionEnd: end, value } = input
      const before = inputs[i - 1]
      const after = inputs[i + 1]
      const leavesLeft = event.key === 'ArrowLeft' || (event.key === 'Backspace' && value === '')
      if (before && leavesLeft && start === 0 && end === 0) enter(event, before, before.value.length)
      if (after && event.key === 'ArrowRight' && start === value.length) enter(event, after, 0)
    })
  })
}

/** @param {KeyboardEvent} event @param {HTMLInputElement} input @param {number} caret */
function enter(event, input, caret) {
  event.preventDefault()
  input.focus()
  input.setSelectionRange(caret, caret)
}
