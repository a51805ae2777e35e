import { useRoute } from 'vitepress'
import Theme from 'vitepress/theme-without-fonts'
import { nextTick, onMounted, watch } from 'vue'
import './site.css'

/** The arrow of a group in the sidebar is a button inside a button; the outer one does the same. */
function oneButton() {
  for (const arrow of document.querySelectorAll('.VPSidebarItem > .item[role=button] > .caret')) {
    arrow.removeAttribute('role')
    arrow.removeAttribute('tabindex')
    arrow.removeAttribute('aria-label')
  }
}

export default {
  extends: Theme,
  setup() {
    onMounted(oneButton)
    const route = useRoute()
    watch(() => route.path, () => nextTick(oneButton))
  },
}
