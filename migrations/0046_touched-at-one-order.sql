-- Searches and filters have a part in stock while its smallest order can be placed, as every page does: a stock that passes
-- the minimum order touches its row, and one that only goes up or down does not.
CREATE OR REPLACE TRIGGER products_touched_sold BEFORE UPDATE OF stock ON products FOR EACH ROW
  WHEN ((OLD.stock >= OLD.min_order) IS DISTINCT FROM (NEW.stock >= NEW.min_order)) EXECUTE FUNCTION touch_product();
