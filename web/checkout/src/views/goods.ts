import { button, el } from '../dom.ts'
import type { Goods } from '../state.ts'
import type { Actions } from './view.ts'

/** How goods of one kind are spoken of while they are not here. */
export interface GoodsTexts {
  readonly loading: string
  readonly hidden: string
  readonly unreachable: string
}

/** The goods themselves, or why they are not shown. */
export function goodsNodes<Item>(
  goods: Goods<Item>,
  texts: GoodsTexts,
  actions: Pick<Actions, 'reload'>,
  shown: (items: readonly Item[]) => Node[],
): Node[] {
  switch (goods.kind) {
    case 'none':
      return []
    case 'loading':
      return [el('p', {}, texts.loading)]
    case 'hidden':
      return [el('p', {}, texts.hidden)]
    case 'unreachable': {
      const again = button('Try again', () => actions.reload())
      return [el('p', {}, texts.unreachable), el('p', {}, again)]
    }
    case 'shown':
      return shown(goods.items)
  }
}
