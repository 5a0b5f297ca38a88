/**
 * What stands where the checkout will be until it is there: the server sends it with the frame, and the page's script
 * shows it while it asks. Both draw these, so that nothing jumps when one takes over from the other.
 */
export const CHECKOUT_BONES = {
  summary: ['line short', 'price', 'line', 'line'],
  form: ['line short', 'box', 'box', 'box', 'box'],
} as const
