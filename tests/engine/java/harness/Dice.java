package harness;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** The engine's random generator: values can be told in advance, the others come from a seed. */
final class Dice extends Random {
  static final Dice INSTANCE = new Dice();
  private static final long serialVersionUID = 1L;

  private final Deque<Integer> forced = new ArrayDeque<>();
  private final List<int[]> calls = new ArrayList<>();
  private Random random = new Random(1);
  private boolean strict;

  @Override
  public synchronized int nextInt(int bound) {
    final int face;
    if (forced.isEmpty()) {
      face = 1 + random.nextInt(bound);
      if (strict) {
        Problems.add("unforced roll of a d" + bound + ": " + face);
      }
    }
    else {
      face = forced.poll();
      if (face < 1 || face > bound) {
        final String trouble = "forced value " + face + " for a d" + bound;
        Problems.add(trouble);
        throw new IllegalStateException(trouble);
      }
    }
    calls.add(new int[] {bound, face});
    return face - 1;
  }

  /** What the other methods of Random are made of. */
  @Override
  protected int next(int bits) {
    return random.nextInt() >>> (32 - bits);
  }

  synchronized void force(int face) {
    forced.add(face);
  }

  synchronized void seed(long seed) {
    random = new Random(seed);
  }

  synchronized void strict(boolean on) {
    strict = on;
  }

  synchronized List<int[]> takeCalls() {
    final List<int[]> taken = new ArrayList<>(calls);
    calls.clear();
    return taken;
  }

  /** Forgets the values that nothing rolled; returns how many. */
  synchronized int forget() {
    final int left = forced.size();
    forced.clear();
    return left;
  }
}
