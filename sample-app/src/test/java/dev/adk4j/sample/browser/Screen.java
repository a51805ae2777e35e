package dev.adk4j.sample.browser;

import com.microsoft.playwright.options.ColorScheme;

/** What somebody looks at. */
record Screen(int width, int height, ColorScheme scheme) {

  static final Screen DESKTOP = new Screen(1280, 800, ColorScheme.LIGHT);
  static final Screen DESKTOP_DARK = new Screen(1280, 800, ColorScheme.DARK);
  static final Screen PHONE = new Screen(390, 780, ColorScheme.LIGHT);
  static final Screen PHONE_DARK = new Screen(390, 780, ColorScheme.DARK);
}
