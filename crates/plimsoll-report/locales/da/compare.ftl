### compare
