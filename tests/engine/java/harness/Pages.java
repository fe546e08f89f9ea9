package harness;

import java.awt.EventQueue;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Window;
import java.awt.event.InputEvent;
import java.awt.event.MouseEvent;
import javax.swing.JEditorPane;
import javax.swing.text.AttributeSet;
import javax.swing.text.BadLocationException;
import javax.swing.text.html.HTML;
import javax.swing.text.html.HTMLDocument;

/** Pages of help in their windows: links that are clicked, and what is seen then. */
final class Pages {
  private static final int JUMP_MILLIS = 300;

  private Pages() {
  }

  /** Clicks the first link to an address as a mouse does; returns the text that is then seen. */
  static Object follow(String title, String href) throws BadLocationException {
    final JEditorPane page = page(title);
    final HTMLDocument.Iterator links = ((HTMLDocument) page.getDocument()).getIterator(HTML.Tag.A);
    for (; links.isValid(); links.next()) {
      final AttributeSet attributes = links.getAttributes();
      if (href.equals(attributes.getAttribute(HTML.Attribute.HREF))) {
        click(page, (links.getStartOffset() + links.getEndOffset()) / 2);
        return (Driver.After) () -> {
          Thread.sleep(JUMP_MILLIS);
          final String[] text = {""};
          EventQueue.invokeAndWait(() -> text[0] = seen(page));
          return text[0];
        };
      }
    }
    throw new IllegalArgumentException("no link to " + href);
  }

  private static void click(JEditorPane page, int offset) throws BadLocationException {
    final Rectangle place = page.modelToView2D(offset).getBounds();
    page.scrollRectToVisible(place);
    for (final int id : new int[] {MouseEvent.MOUSE_MOVED, MouseEvent.MOUSE_PRESSED,
                                   MouseEvent.MOUSE_RELEASED, MouseEvent.MOUSE_CLICKED}) {
      final boolean moved = id == MouseEvent.MOUSE_MOVED;
      page.dispatchEvent(new MouseEvent(page, id, System.currentTimeMillis(),
        moved ? 0 : InputEvent.BUTTON1_DOWN_MASK, place.x + 1, place.y + place.height / 2, moved ? 0 : 1,
        false, moved ? MouseEvent.NOBUTTON : MouseEvent.BUTTON1));
    }
  }

  private static String seen(JEditorPane page) {
    final Rectangle view = page.getVisibleRect();
    final int start = page.viewToModel2D(new Point(view.x, view.y));
    final int end = page.viewToModel2D(new Point(view.x + view.width, view.y + view.height));
    try {
      return page.getDocument().getText(start, end - start).strip();
    }
    catch (BadLocationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JEditorPane page(String title) {
    for (final Window window : Window.getWindows()) {
      if (window.isShowing() && title.equals(Screen.title(window))) {
        return Screen.find(window, JEditorPane.class);
      }
    }
    throw new IllegalArgumentException("no window " + title + " among " + Screen.windows());
  }
}
